package dev.ralph.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One command: how it is called, what it takes, what it does.
///
/// @param path the words that name it: `run`, `bus post`
/// @param group the heading it stands under in the overview; empty hides it there and from completion
/// @param optionTable its options, made anew each time
/// @param rest what may follow `--`, or null if nothing
record Command(
        String path,
        String group,
        String summary,
        Supplier<List<Option>> optionTable,
        List<Argument> arguments,
        @Nullable Argument rest,
        List<Example> examples,
        Handler handler) {

    /// Does what the command is for; returns the exit code.
    @FunctionalInterface
    interface Handler {
        int run(Invocation invocation) throws Exception;
    }

    /// A line to copy, and what it does.
    record Example(String line, String meaning) {}

    public Command {
        arguments = List.copyOf(arguments);
        examples = List.copyOf(examples);
        for (int i = 0; i + 1 < arguments.size(); i++) {
            if (arguments.get(i).count() == Argument.Count.ANY) {
                throw new IllegalArgumentException(path + ": nothing can follow the argument "
                        + arguments.get(i).name());
            }
        }
    }

    public static Command of(String path, String group, Handler handler) {
        return new Command(path, group, "", List::of, List.of(), null, List.of(), handler);
    }

    public Command summary(String line) {
        return new Command(path, group, line, optionTable, arguments, rest, examples, handler);
    }

    public Command option(Option option) {
        return options(List.of(option));
    }

    public Command options(List<Option> more) {
        return options(() -> more);
    }

    /// With options that are made when somebody asks for them: `ralph run` has a hundred, and other commands none of
    /// them.
    public Command options(Supplier<List<Option>> more) {
        return new Command(
                path, group, summary, () -> joined(options(), more.get()), arguments, rest, examples, handler);
    }

    public List<Option> options() {
        return optionTable.get();
    }

    /// On a task that is named by an option or by an argument, in a place.
    ///
    /// @param help of the argument
    public Command onTask(String help) {
        return option(Commands.task())
                .options(Commands.place())
                .argument(Argument.optional("TASK", help).completes(CompletionSource.TASKS));
    }

    public Command argument(Argument argument) {
        return new Command(
                path, group, summary, optionTable, joined(arguments, List.of(argument)), rest, examples, handler);
    }

    /// The command takes everything after `--` as it stands.
    public Command rest(String name, String help) {
        return new Command(path, group, summary, optionTable, arguments, Argument.any(name, help), examples, handler);
    }

    public Command example(String line, String meaning) {
        Example example = new Example(line, meaning);
        return new Command(
                path, group, summary, optionTable, arguments, rest, joined(examples, List.of(example)), handler);
    }

    boolean isHidden() {
        return group.isEmpty();
    }

    private static <T> List<T> joined(List<T> some, List<T> more) {
        List<T> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }
}
