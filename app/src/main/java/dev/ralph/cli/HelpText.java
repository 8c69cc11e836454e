package dev.ralph.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What `--help` shows.
final class HelpText {
    /// The narrowest terminal that people use.
    private static final int WIDTH = 80;

    private static final int WIDEST_LEFT = 30;

    private final StringBuilder out = new StringBuilder();

    private HelpText() {}

    /// All commands by group.
    static String overview(CommandLine line) {
        HelpText help = new HelpText();
        help.out.append(line.summary() + "\n\nUsage: " + line.program() + " COMMAND [OPTIONS]"
                + (line.forSentences() == null ? "" : ", or " + line.program() + " \"WHAT TO DO\" [OPTIONS]") + "\n");
        help.examples(line.examples());
        List<String> groups = new ArrayList<>();
        for (Command command : line.commands()) {
            if (!command.isHidden() && !groups.contains(command.group())) {
                groups.add(command.group());
            }
        }
        for (String group : groups) {
            help.commands(
                    group,
                    line.commands().stream()
                            .filter(command -> command.group().equals(group))
                            .toList());
        }
        help.options("Everywhere", line.everywhere());
        help.row("-h, --help", "Show this, or how a command works.");
        help.row("--version", "Show the version.");
        help.out.append("\n'" + line.program() + " COMMAND --help' shows the options of a command.\n");
        return help.out.toString();
    }

    /// The commands below one word.
    static String group(CommandLine line, String word) {
        HelpText help = new HelpText();
        help.out.append("Usage: " + line.program() + " " + word + " COMMAND [OPTIONS]\n");
        help.commands("Commands", line.below(word));
        return help.out.toString();
    }

    /// One command with all it takes.
    static String of(CommandLine line, Command command) {
        HelpText help = new HelpText();
        help.out.append(command.summary() + "\n\nUsage: " + usage(line, command) + "\n");
        help.examples(command.examples());
        List<Argument> arguments = new ArrayList<>(command.arguments());
        if (command.rest() != null) {
            arguments.add(command.rest());
        }
        if (!arguments.isEmpty()) {
            help.out.append("\nArguments:\n");
            for (Argument argument : arguments) {
                help.row(argument.name(), argument.help());
            }
        }
        Map<String, List<Option>> titled = new LinkedHashMap<>();
        titled.put("Options", new ArrayList<>());
        for (Option option : command.options()) {
            String title = option.title().isEmpty() ? "Options" : option.title();
            titled.computeIfAbsent(title, _ -> new ArrayList<>()).add(option);
        }
        titled.forEach(help::options);
        help.options("Everywhere", line.everywhere());
        help.row("-h, --help", "Show this.");
        return help.out.toString();
    }

    /// The usage line without `Usage:`.
    static String usage(CommandLine line, Command command) {
        StringBuilder usage = new StringBuilder(line.program()).append(' ').append(command.path());
        if (!command.options().isEmpty() || !line.everywhere().isEmpty()) {
            usage.append(" [OPTIONS]");
        }
        for (Argument argument : command.arguments()) {
            usage.append(' ').append(argument.usage());
        }
        if (command.rest() != null) {
            usage.append(" [-- ").append(command.rest().name()).append(']');
        }
        return usage.toString();
    }

    private void examples(List<Command.Example> examples) {
        if (!examples.isEmpty()) {
            out.append("\nExamples:\n");
        }
        for (Command.Example example : examples) {
            out.append("  # " + example.meaning() + "\n  " + example.line() + "\n");
        }
    }

    private void commands(String title, List<Command> commands) {
        out.append('\n').append(title).append(":\n");
        for (Command command : commands) {
            row(command.path(), command.summary());
        }
    }

    private void options(String title, List<Option> options) {
        if (options.isEmpty()) {
            return;
        }
        out.append('\n').append(title).append(":\n");
        for (Option option : options) {
            String letter = option.letter() == 0 ? "" : "-" + option.letter() + ", ";
            String value = option.takesValue() ? " " + option.placeholder() : "";
            String again = option.value() == Option.Value.REPEATED ? " …" : "";
            String standard = option.standard();
            String shown = standard.isEmpty() ? "" : " [" + standard + "]";
            row(letter + option.dashed() + value + again, option.help() + shown);
        }
    }

    /// Two columns; the right one is wrapped, and begins on its own line where the left one is too wide.
    private void row(String left, String right) {
        out.append("  ").append(left);
        if (left.length() > WIDEST_LEFT - 4) {
            out.append('\n').append(" ".repeat(WIDEST_LEFT));
        } else {
            out.append(" ".repeat(WIDEST_LEFT - 2 - left.length()));
        }
        int column = WIDEST_LEFT;
        boolean first = true;
        for (String word : right.split(" ")) {
            if (!first && column + 1 + word.length() > WIDTH) {
                out.append('\n').append(" ".repeat(WIDEST_LEFT));
                column = WIDEST_LEFT;
                first = true;
            }
            out.append(first ? "" : " ").append(word);
            column += word.length() + (first ? 0 : 1);
            first = false;
        }
        out.append('\n');
    }
}
