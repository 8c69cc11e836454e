package dev.ralph.proof;

import dev.ralph.agent.AgentEvent;
import dev.ralph.agent.AgentKind;
import dev.ralph.agent.ResetTimes;
import dev.ralph.agent.StreamReader;
import dev.ralph.attempt.PromptEcho;
import dev.ralph.environment.AgentLookup;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RunFolder;
import dev.ralph.process.CannotStart;
import dev.ralph.store.AttemptSummary;
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
public record LastMessage(
        LoopPaths paths,
        Policy policy,
        AgentLookup agentLookup,
        @Nullable AttemptSummary attempt) implements WorkUnderProof.LastWords {
    /// Of a longer output the end is read: there the claim stands.
    private static final int LONGEST = 1 << 20;

    private static final int BUFFER = 1 << 16;

    @Override
    public String read() throws IOException {
        if (attempt == null) {
            return "";
        }
        RunFolder folder = paths.task().run(attempt.run());
        if (!Files.isRegularFile(folder.stdout(), LinkOption.NOFOLLOW_LINKS)) {
            return "";
        }
        AgentKind kind = kind();
        PromptEcho promptEcho = kind.saysItsEnd() || !Files.isRegularFile(folder.prompt())
                ? PromptEcho.NONE
                : new PromptEcho(LenientText.read(folder.prompt()));
        Instant then = Files.getLastModifiedTime(folder.stdout()).toInstant();
        StreamReader reader = kind.reader(ResetTimes.by(() -> then, ZoneId.systemDefault()));
        return words(folder.stdout(), reader, promptEcho);
    }

    /// What is said in an output after the last tool call, where anything is.
    static String words(Path output, StreamReader reader, PromptEcho promptEcho) throws IOException {
        Saying words = new Saying(promptEcho);
        read(output, reader, words);
        return words.last();
    }

    /// Hears all of an output that lies in a file.
    static void read(Path output, StreamReader reader, Consumer<AgentEvent> heard) throws IOException {
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
    private static final class Saying implements Consumer<AgentEvent> {
        private final PromptEcho promptEcho;
        private final StringBuilder words = new StringBuilder();
        private String before = "";

        Saying(PromptEcho promptEcho) {
            this.promptEcho = promptEcho;
        }

        @Override
        public void accept(AgentEvent said) {
            if (said instanceof AgentEvent.ToolCall && !words.toString().isBlank()) {
                before = words.toString();
                words.setLength(0);
            } else if (said instanceof AgentEvent.Text text) {
                add(text);
            }
        }

        private void add(AgentEvent.Text text) {
            words.append(promptEcho.isIn(text.text()) ? "" : text.text());
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
        AgentStatement statement = attempt == null ? null : attempt.statement();
        try {
            for (AgentCommand command : policy.agents()) {
                AgentKind kind = agentLookup.of(command);
                if (statement != null && kind.name().equals(statement.agent())) {
                    return kind;
                }
            }
            return agentLookup.of(policy.agent());
        } catch (CannotStart unknown) {
            throw new IOException(unknown.getMessage(), unknown);
        }
    }
}
