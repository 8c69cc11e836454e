package dev.ralph.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Finds the program of a launch and explains why one does not start.
final class ProgramSearch {
    private static final String DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";
    private static final int LONGEST_FIRST_LINE = 256;

    private final Map<Key, String> found = new ConcurrentHashMap<>();

    private record Key(String path, String name) {}

    /// The file to execute.
    String find(Launch launch) throws CannotStart {
        String name = launch.command().getFirst();
        if (name.indexOf('/') >= 0) {
            return launch.directory().resolve(name).toString();
        }
        String path = launch.environment().getOrDefault("PATH", DEFAULT_PATH);
        String known = found.get(new Key(path, name));
        return known != null && Files.isExecutable(Path.of(known)) ? known : search(launch, path, name);
    }

    private String search(Launch launch, String path, String name) throws CannotStart {
        Path unusable = null;
        for (String entry : path.split(":")) {
            Path file = launch.directory().resolve(entry).resolve(name);
            if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                if (entry.startsWith("/")) {
                    found.put(new Key(path, name), file.toString());
                }
                return file.toString();
            }
            unusable = unusable == null && Files.isRegularFile(file) ? file : unusable;
        }
        if (unusable != null) {
            throw notExecutable(unusable);
        }
        throw new CannotStart(
                CannotStart.Kind.NOT_FOUND,
                "program '" + name + "' was not found on PATH. Install it, or give its full path.");
    }

    /// Why the program did not start.
    static CannotStart explain(Launch launch, String program, int errno) {
        CannotStart trouble = trouble(launch, program);
        if (trouble != null) {
            return trouble;
        }
        CannotStart.Kind kind = switch (errno) {
            case SystemCalls.ENOENT, SystemCalls.ENOTDIR, SystemCalls.ELOOP -> CannotStart.Kind.NOT_FOUND;
            case SystemCalls.EPERM, SystemCalls.EACCES -> CannotStart.Kind.NOT_PERMITTED;
            case SystemCalls.ENOEXEC -> CannotStart.Kind.NOT_EXECUTABLE;
            default -> CannotStart.Kind.OTHER;
        };
        return new CannotStart(kind, "'" + program + "' cannot be started: " + reason(errno));
    }

    /// What can be seen to be wrong with a launch without trying it; null if nothing.
    static @Nullable CannotStart trouble(Launch launch, String program) {
        if (!Files.isDirectory(launch.directory())) {
            return new CannotStart(
                    CannotStart.Kind.BAD_DIRECTORY,
                    "the working directory " + launch.directory() + " is not a directory (moved or deleted?)");
        }
        if (!Files.isExecutable(launch.directory())) {
            return new CannotStart(
                    CannotStart.Kind.BAD_DIRECTORY,
                    "the working directory " + launch.directory() + " may not be entered");
        }
        if (!Files.isReadable(launch.stdin())) {
            return new CannotStart(CannotStart.Kind.OTHER, "the input file " + launch.stdin() + " cannot be read");
        }
        return troubleWith(Path.of(program));
    }

    private static @Nullable CannotStart troubleWith(Path file) {
        if (!Files.exists(file)) {
            return new CannotStart(
                    CannotStart.Kind.NOT_FOUND,
                    "program " + file + " does not exist. Install it, or correct its path.");
        }
        if (Files.isDirectory(file) || !Files.isExecutable(file)) {
            return notExecutable(file);
        }
        Path interpreter = interpreter(file);
        if (interpreter != null && interpreter.toString().endsWith("\r")) {
            return new CannotStart(
                    CannotStart.Kind.NOT_FOUND,
                    "the script " + file + " has the line ends of Windows, so its interpreter is not found. Try: sed -i"
                            + " 's/\\r$//' " + file);
        }
        if (interpreter != null && !Files.exists(interpreter)) {
            return new CannotStart(
                    CannotStart.Kind.NOT_FOUND,
                    "the script " + file + " names the interpreter " + interpreter
                            + " in its first line, which does not exist. Install it, or correct the line.");
        }
        return null;
    }

    private static CannotStart notExecutable(Path file) {
        return Files.isDirectory(file)
                ? new CannotStart(CannotStart.Kind.NOT_EXECUTABLE, file + " is a directory, not a program")
                : new CannotStart(CannotStart.Kind.NOT_EXECUTABLE, file + " is not executable. Try: chmod +x " + file);
    }

    /// The interpreter a script names in its first line.
    private static @Nullable Path interpreter(Path file) {
        byte[] start;
        try (InputStream in = Files.newInputStream(file)) {
            start = in.readNBytes(LONGEST_FIRST_LINE);
        } catch (IOException unreadable) { // executable but not readable: nothing to look at
            return null;
        }
        String text = new String(start, StandardCharsets.UTF_8);
        if (!text.startsWith("#!")) {
            return null;
        }
        // For the kernel, a carriage return at the end of the line is a part of the name.
        int lineEnd = text.indexOf('\n');
        String line = text.substring(2, lineEnd < 0 ? text.length() : lineEnd).stripLeading();
        int end = 0;
        while (end < line.length() && line.charAt(end) != ' ' && line.charAt(end) != '\t') {
            end++;
        }
        String name = line.substring(0, end);
        try {
            return name.startsWith("/") ? Path.of(name) : null;
        } catch (InvalidPathException noName) { // the kernel shall say what it thinks of it
            return null;
        }
    }

    /// What an errno means, in words.
    static String reason(int errno) {
        return switch (errno) {
            case SystemCalls.EPERM -> "operation not permitted";
            case SystemCalls.ENOENT -> "no such file or directory";
            case 5 -> "input/output error";
            case 7 -> "arguments and environment together are too long";
            case SystemCalls.ENOEXEC -> "it is neither a program for this machine nor a script with a #! line";
            case 11 -> "too many processes (see ulimit -u)";
            case 12 -> "out of memory";
            case SystemCalls.EACCES -> "permission denied";
            case SystemCalls.ENOTDIR -> "a part of the path is not a directory";
            case 21 -> "it is a directory";
            case 24 -> "too many open files (see ulimit -n)";
            case 26 -> "the file is being written";
            case 28 -> "the disk is full";
            case 30 -> "the file system is read-only";
            case 36 -> "the name is too long";
            case SystemCalls.ELOOP -> "too many symbolic links";
            default -> "errno " + errno;
        };
    }
}
