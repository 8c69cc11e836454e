package dev.ralph.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// One program to run.
///
/// @param tag unique in this run of the system, usually the run id; every descendant inherits it as [#TAG_VARIABLE]
/// @param command program and arguments; a program without a slash is looked up on the PATH of `environment`
/// @param environment exactly what the agent sees, apart from the tag and `PWD`
/// @param stdin the file it reads
/// @param stdout the file it appends its output to, created if missing
/// @param stderr the same for its errors; not the same file
public record Launch(
        String tag,
        List<String> command,
        Map<String, String> environment,
        Path directory,
        Path stdin,
        Path stdout,
        Path stderr,
        Limits limits) {
    /// The environment variable by which an agent's descendants are recognised.
    public static final String TAG_VARIABLE = "RALPH_RUN_ID";

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

    private static void checkVariable(String name, String value) {
        if (name.isEmpty() || name.indexOf('=') >= 0) {
            throw new IllegalArgumentException("'" + name + "' is no name of an environment variable");
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
