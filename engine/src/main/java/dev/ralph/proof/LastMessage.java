package dev.ralph.proof;

import dev.ralph.agent.AgentEvent;
import dev.ralph.agent.AgentKind;
import dev.ralph.agent.ResetTimes;
import dev.ralph.agent.StreamReader;
import dev.ralph.attempt.AgentText;
import dev.ralph.attempt.PromptEcho;
import dev.ralph.environment.AgentLookup;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RunFolder;
import dev.ralph.paths.UnlinkedFiles;
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
    private static final int BUFFER = 1 << 16;

    @Override
    public String read() throws IOException {
        if (attempt == null) {
            return "";
        }
        RunFolder folder = paths.task().run(attempt.run());
        if (!UnlinkedFiles.has(folder.home(), folder.stdout())) {
            return "";
        }
        AgentKind kind = kind();
        PromptEcho promptEcho = PromptEcho.of(kind, folder);
        Instant then = Files.getLastModifiedTime(folder.stdout()).toInstant();
        StreamReader reader = kind.reader(ResetTimes.by(() -> then, ZoneId.systemDefault()));
        return words(folder.stdout(), reader, promptEcho);
    }

    /// What is said in an output after the last tool call, where anything is.
    static String words(Path output, StreamReader reader, PromptEcho promptEcho) throws IOException {
        AgentText said = new AgentText(promptEcho);
        read(output, reader, said);
        return said.words();
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
