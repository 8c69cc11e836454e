package dev.ralph.run;

import dev.ralph.agent.AgentKind;
import dev.ralph.agent.Resets;
import dev.ralph.agent.Said;
import dev.ralph.agent.StreamReader;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.Testimony;
import dev.ralph.process.CannotStart;
import dev.ralph.store.AttemptSummary;
import dev.ralph.task.RunFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What the agent of an attempt wrote itself after its last tool call, where it said anything then, read from its
/// output once more: a crash since then changes nothing.
///
/// @param attempt null where nobody has worked yet
record Speech(
        Site site, Policy policy, Kinds kinds, @Nullable AttemptSummary attempt) implements Claimed.LastWords {
    /// Of a longer output the end is read: there the claim stands.
    private static final int LONGEST = 1 << 20;

    private static final int BUFFER = 1 << 16;

    @Override
    public String read() throws IOException {
        if (attempt == null) {
            return "";
        }
        RunFolder folder = site.task().run(attempt.run());
        if (!Files.isRegularFile(folder.stdout(), LinkOption.NOFOLLOW_LINKS)) {
            return "";
        }
        AgentKind kind = kind();
        Echo echo = kind.saysItsEnd() || !Files.isRegularFile(folder.prompt())
                ? Echo.NONE
                : new Echo(LenientText.read(folder.prompt()));
        Instant then = Files.getLastModifiedTime(folder.stdout()).toInstant();
        StreamReader reader = kind.reader(Resets.by(() -> then, ZoneId.systemDefault()));
        return words(folder.stdout(), reader, echo);
    }

    /// What is said in an output after the last tool call, where anything is.
    static String words(Path output, StreamReader reader, Echo echo) throws IOException {
        Saying words = new Saying(echo);
        read(output, reader, words);
        return words.last();
    }

    /// Hears all of an output that lies in a file.
    static void read(Path output, StreamReader reader, Consumer<Said> heard) throws IOException {
        try (FileChannel file = FileChannel.open(output, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            byte[] bytes = new byte[BUFFER];
            for (int length = file.read(ByteBuffer.wrap(bytes)); length > 0; ) {
                reader.read(bytes, 0, length, heard);
                length = file.read(ByteBuffer.wrap(bytes));
            }
            reader.end(heard);
        }
    }

    /// What was said since the last tool call, and, as long as that is nothing, what was said before it.
    private static final class Saying implements Consumer<Said> {
        private final Echo echo;
        private final StringBuilder words = new StringBuilder();
        private String before = "";

        Saying(Echo echo) {
            this.echo = echo;
        }

        @Override
        public void accept(Said said) {
            if (said instanceof Said.ToolCall && !words.toString().isBlank()) {
                before = words.toString();
                words.setLength(0);
            } else if (said instanceof Said.Text text) {
                add(text);
            }
        }

        private void add(Said.Text text) {
            words.append(echo.isIn(text.text()) ? "" : text.text());
            if (text.last() && !words.isEmpty() && words.charAt(words.length() - 1) != '\n') {
                words.append('\n');
            }
            if (words.length() > 2 * LONGEST) {
                words.delete(0, words.length() - LONGEST);
            }
        }

        String last() {
            return words.toString().isBlank() ? before : words.toString();
        }
    }

    private AgentKind kind() throws IOException {
        Testimony testimony = attempt == null ? null : attempt.testimony();
        try {
            for (AgentCommand command : policy.agents()) {
                AgentKind kind = kinds.of(command);
                if (testimony != null && kind.name().equals(testimony.agent())) {
                    return kind;
                }
            }
            return kinds.of(policy.agent());
        } catch (CannotStart unknown) {
            throw new IOException(unknown.getMessage(), unknown);
        }
    }
}
