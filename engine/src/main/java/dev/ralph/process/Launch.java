package dev.ralph.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One program to run.
///
/// @param tag unique in this run of the system, usually the run id; every descendant inherits it as
///            [#TAG_VARIABLE]
/// @param command program and arguments; a program without a slash is looked up on the PATH of `environment`
/// @param environment exactly what the agent sees, apart from the tag and `PWD`
/// @param stdin the file it reads
/// @param stdout the file it appends its output to, created if missing
/// @param stderr the same for its errors; not the same file
/// @param enclosure the view it gets of the machine, null for the one everybody has
/// @param filter what its output goes through before it is stored, null when it writes to the files itself
public record Launch(
        String tag,
        List<String> command,
        Map<String, String> environment,
        Path directory,
        Path stdin,
        Path stdout,
        Path stderr,
        RunLimits limits,
        @Nullable Enclosure enclosure,
        @Nullable OutputFilter filter) {
    /// The environment variable by which an agent's descendants are recognised.
    public static final String TAG_VARIABLE = "RALPH_RUN_ID";

    /// With the view that everybody has.
    public Launch(
            String tag,
            List<String> command,
            Map<String, String> environment,
            Path directory,
            Path stdin,
            Path stdout,
            Path stderr,
            RunLimits limits) {
        this(tag, command, environment, directory, stdin, stdout, stderr, limits, null, null);
    }

    public Launch {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        if (tag.isBlank() || tag.chars().anyMatch(c -> c < ' ')) {
            throw new IllegalArgumentException("a tag is one line of text, not '" + tag + "'");
        }
        if (command.isEmpty() || command.getFirst().isEmpty()) {
            throw new IllegalArgumentException("no program to run: the command is empty");
        }
        command.forEach(argument -> withoutNul("argument", argument));
        environment.forEach(Launch::checkVariable);
        directory = directory.toAbsolutePath();
        stdin = stdin.toAbsolutePath();
        stdout = stdout.toAbsolutePath();
        stderr = stderr.toAbsolutePath();
        if (stdout.equals(stderr)) {
            throw new IllegalArgumentException("stdout and stderr need a file each, both were " + stdout);
        }
    }

    /// The same in other surroundings.
    public Launch with(Map<String, String> surroundings) {
        return new Launch(tag, command, surroundings, directory, stdin, stdout, stderr, limits, enclosure, filter);
    }

    /// The same in another folder.
    public Launch at(Path folder) {
        return folder.equals(directory)
                ? this
                : new Launch(tag, command, environment, folder, stdin, stdout, stderr, limits, enclosure, filter);
    }

    /// The same with a view of its own.
    public Launch in(Enclosure view) {
        return new Launch(tag, command, environment, directory, stdin, stdout, stderr, limits, view, filter);
    }

    /// The same with its output stored through a sieve.
    public Launch through(OutputFilter newSieve) {
        return new Launch(tag, command, environment, directory, stdin, stdout, stderr, limits, enclosure, newSieve);
    }

    private static void checkVariable(String name, String value) {
        if (name.isEmpty() || name.indexOf('=') >= 0) {
            throw new IllegalArgumentException("'" + name + "' is not the name of an environment variable");
        }
        withoutNul("environment variable name", name);
        withoutNul("environment variable " + name, value);
    }

    private static void withoutNul(String what, String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(what + " contains a NUL character");
        }
    }
}
