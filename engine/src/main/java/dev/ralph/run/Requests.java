package dev.ralph.run;

import dev.ralph.fault.FaultPoint;
import dev.ralph.task.Layout;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// What other processes ask of a running loop: one small file each, picked up by the loop's owner.
///
/// Requests promise:
/// 1. A request is whole or not there (written aside, then renamed).
/// 2. It is removed only after it took effect in the journal, or after it turned out to mean nothing.
/// 3. Taking one twice does no harm: a second stop changes nothing, a loop is adopted once.
public final class Requests {
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final int LONGEST = 4096;

    private final Path folder;

    Requests(Path folder) {
        this.folder = folder;
    }

    /// What can be asked for.
    public enum Kind {
        STOP,
        STOP_AFTER_ATTEMPT,
        CANCEL,
        HOLD,
        RELEASE,
        /// Run another loop, whose id is the text, as a child of one of this loop's runs.
        ADOPT
    }

    /// @param text who asks; for ADOPT the id of the loop to run
    record Request(Path file, Kind kind, String text) {}

    /// Leaves a request for whoever owns the loop.
    public static void send(Layout layout, String loop, Kind kind, String text) throws IOException {
        Path folder = layout.requests(loop);
        Files.createDirectories(folder);
        String name = System.nanoTime() + "-" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet();
        Path draft = folder.resolve(name + ".new");
        FaultPoint.REQUEST_SENT.before();
        Files.writeString(draft, text);
        FaultPoint.REQUEST_SENT.inside();
        Files.move(draft, folder.resolve(name + "." + kind.name()), StandardCopyOption.ATOMIC_MOVE);
        FaultPoint.REQUEST_SENT.after();
    }

    /// Requests that wait, oldest first.
    List<Request> waiting() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder)) {
            found.forEach(files::add);
        } catch (IOException vanished) {
            return List.of();
        }
        Collections.sort(files);
        List<Request> requests = new ArrayList<>();
        for (Path file : files) {
            read(file).ifPresent(requests::add);
        }
        return requests;
    }

    void done(Request request) throws IOException {
        FaultPoint.REQUEST_REMOVED.before();
        Files.deleteIfExists(request.file());
        FaultPoint.REQUEST_REMOVED.after();
    }

    /// The loop has ended: nothing can be asked of it any more.
    void forgetAll() throws IOException {
        for (Request request : waiting()) {
            done(request);
        }
    }

    private static Optional<Request> read(Path file) {
        String name = file.getFileName().toString();
        String ending = name.substring(name.lastIndexOf('.') + 1);
        for (Kind kind : Kind.values()) {
            if (kind.name().equals(ending)) {
                try {
                    String text = Files.size(file) > LONGEST
                            ? "somebody"
                            : LenientText.read(file).strip();
                    return Optional.of(new Request(file, kind, text.isEmpty() ? "somebody" : text));
                } catch (IOException vanished) {
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }
}
