package dev.ralph.cli;

import dev.ralph.wording.DurationText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// A command with the values it was given. Asking for an option or argument the command does not have is a mistake in
/// the program and fails at once.
final class Invocation implements ParsedCommandLine {
    private final Command command;
    private final List<Option> options;
    private final Map<String, List<String>> values;
    private final Map<String, List<String>> arguments;
    private final List<String> rest;

    Invocation(
            Command command,
            List<Option> options,
            Map<String, List<String>> values,
            Map<String, List<String>> arguments,
            List<String> rest) {
        this.command = command;
        this.options = options;
        this.values = values;
        this.arguments = arguments;
        this.rest = List.copyOf(rest);
    }

    public Command command() {
        return command;
    }

    /// The same with another value of an option.
    Invocation with(String option, String... given) {
        Map<String, List<String>> more = new HashMap<>(values);
        more.put(option, List.of(given));
        return new Invocation(command, options, more, arguments, rest);
    }

    /// Runs the command's handler; returns the exit code.
    public int run() throws Exception {
        return command.handler().run(this);
    }

    /// Whether the option was given.
    public boolean has(String option) {
        return !all(option).isEmpty();
    }

    public Optional<String> text(String option) {
        List<String> given = all(option);
        return given.isEmpty() ? Optional.empty() : Optional.of(given.getLast());
    }

    public Optional<Duration> duration(String option) {
        Optional<String> text = text(option);
        return text.isEmpty() ? Optional.empty() : Optional.of(DurationText.parse(text.get()));
    }

    public OptionalLong integer(String option) {
        Optional<String> text = text(option);
        return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text.get()));
    }

    public Optional<Path> path(String option) {
        Optional<String> text = text(option);
        return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text.get()));
    }

    /// Every value the option was given, in order; for an option without a value an empty text each time.
    public List<String> all(String option) {
        if (!knows(option)) {
            throw new IllegalArgumentException("'" + command.path() + "' has no option --" + option);
        }
        return values.getOrDefault(option, List.of());
    }

    /// Whether the command has such an option at all.
    public boolean knows(String option) {
        for (Option known : options) {
            if (known.name().equals(option)) {
                return true;
            }
        }
        return false;
    }

    /// The argument of that name, if it was given.
    public Optional<String> argument(String name) {
        List<String> given = arguments(name);
        return given.isEmpty() ? Optional.empty() : Optional.of(given.getFirst());
    }

    /// All values of an argument that may be given several times.
    public List<String> arguments(String name) {
        for (Argument known : command.arguments()) {
            if (known.name().equals(name)) {
                return arguments.getOrDefault(name, List.of());
            }
        }
        throw new IllegalArgumentException("'" + command.path() + "' has no argument " + name);
    }

    /// What followed `--`.
    public List<String> rest() {
        return rest;
    }
}
