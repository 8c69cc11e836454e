package dev.ralph.session;

import dev.ralph.signal.PromiseFinding;
import dev.ralph.signal.PromiseRule;
import dev.ralph.signal.PromiseScan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds `<promise>…</promise>` as specification 002 does: anywhere, in any case, with white space around the promise.
///
/// All throw [IllegalArgumentException] for a promise that can never or always be found, such as an empty one.
public final class PromiseDetector {
    private PromiseDetector() {}

    public static boolean detectCompletionPromise(String text, String promise) {
        return PromiseScan.of(PromiseRule.session(promise), text) instanceof PromiseFinding.Kept;
    }

    /// Searches the whole file, prompts and output of tools included; [RalphLoopHook] looks only at what the agent
    /// said.
    /// False when there is no such file or it cannot be read.
    public static boolean detectInTranscript(@Nullable Path transcript, String promise) {
        PromiseScan scan = new PromiseScan(PromiseRule.session(promise));
        if (transcript == null || !Files.isRegularFile(transcript)) {
            return false;
        }
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(transcript)) {
            for (int length = in.read(buffer); length > 0; length = in.read(buffer)) {
                scan.read(buffer, 0, length);
            }
        } catch (IOException unreadable) {
            return false;
        }
        scan.endMessage();
        return scan.finding() instanceof PromiseFinding.Kept;
    }

    /// Looks at messages of the assistant only.
    public static boolean detectInMessages(List<SessionMessage> messages, String promise) {
        return messages.reversed().stream()
                .filter(SessionMessage::isFromAgent)
                .anyMatch(message -> detectCompletionPromise(message.text(), promise));
    }
}
