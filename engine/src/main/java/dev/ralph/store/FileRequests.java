package dev.ralph.store;

import dev.ralph.fault.FaultPoint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Requests on one machine: one small file each, written aside, then renamed. Its name is a number that rises while
/// others wait, something random, and the kind.
///
/// @param folders of the requests to each stream
public record FileRequests(Function<String, Path> folders) implements Requests {
    private static final int LONGEST = 1 << 16;
    private static final String DRAFT = ".new";
    private static final String NOBODY = "unknown user";
    /// As far as the sender's mask allows: the owner may be another user.
    private static final FileAttribute<?> READABLE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-rw-rw-"));

    @Override
    public void send(String stream, Kind kind, String text) throws IOException {
        Path folder = folders.apply(stream);
        Files.createDirectories(folder);
        FaultPoint.REQUEST_SENT.before();
        Path draft = Files.createTempFile(folder, "", DRAFT, READABLE);
        Files.writeString(draft, text);
        FaultPoint.REQUEST_SENT.inside();
        String random = name(draft).substring(0, name(draft).length() - DRAFT.length());
        String id = String.format("%06d", next(folder)) + "-" + random;
        Files.move(draft, folder.resolve(id + "." + kind.name()), StandardCopyOption.ATOMIC_MOVE);
        FaultPoint.REQUEST_SENT.after();
    }

    private static int next(Path folder) throws IOException {
        int last = 0;
        for (Path file : files(folder)) {
            String number = name(file).split("-", 2)[0];
            last = number.matches("\\d{6}") ? Math.max(last, Integer.parseInt(number)) : last;
        }
        return last + 1;
    }

    @Override
    public List<Request> waiting(String stream) {
        Path folder = folders.apply(stream);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try {
            List<Request> requests = new ArrayList<>();
            for (Path file : files(folder)) {
                read(stream, file).ifPresent(requests::add);
            }
            return requests;
        } catch (IOException vanished) {
            return List.of();
        }
    }

    @Override
    public void done(Request request) throws IOException {
        FaultPoint.REQUEST_REMOVED.before();
        Files.deleteIfExists(folders.apply(request.stream()).resolve(request.id() + "." + request.kind()));
        FaultPoint.REQUEST_REMOVED.after();
    }

    private static List<Path> files(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder)) {
            found.forEach(files::add);
        }
        Collections.sort(files);
        return files;
    }

    private static Optional<Request> read(String stream, Path file) {
        int dot = name(file).lastIndexOf('.');
        for (Kind kind : Kind.values()) {
            if (dot > 0 && kind.name().equals(name(file).substring(dot + 1))) {
                try {
                    return Optional.of(new Request(stream, name(file).substring(0, dot), kind, text(file)));
                } catch (IOException vanished) {
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }

    private static String text(Path file) throws IOException {
        boolean fits = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) <= LONGEST;
        String text = fits ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip() : "";
        return text.isEmpty() ? NOBODY : text;
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
