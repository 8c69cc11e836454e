package dev.ralph.cli;

import dev.ralph.config.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// `ralph completion`: the script that a shell loads.
record CompletionCommand(CommandContext context) {

    static Command completion(CommandContext context) {
        return Command.of(
                        "completion",
                        Commands.HOUSEKEEPING,
                        "print the completion script of a shell",
                        new CompletionCommand(context)::print)
                .argument(Argument.required("SHELL", "bash, zsh or fish"))
                .example("source <(ralph completion bash)", "in ~/.bashrc")
                .example("ralph completion zsh > \"${fpath[1]}/_ralph\"", "once, for zsh")
                .example("ralph completion fish > ~/.config/fish/completions/ralph.fish", "once, for fish");
    }

    private int print(Invocation invocation) {
        String name = invocation.argument("SHELL").orElseThrow();
        List<String> known = new ArrayList<>();
        for (Completion shell : Completion.values()) {
            String word = shell.name().toLowerCase(Locale.ROOT);
            known.add(word);
            if (word.equals(name)) {
                print(context.console(invocation), word, shell.script(Commands.table(context)));
                return ExitCode.OK;
            }
        }
        throw new BadUsage("there is completion for " + String.join(", ", known) + ", not for '" + name + "'"
                + NearestName.hint(name, known));
    }

    private static void print(Console console, String shell, String script) {
        if (console.json()) {
            JsonOutput json = new JsonOutput(console.out());
            json.object(() -> {
                json.field("shell", shell);
                json.field("script", script);
            });
            json.end();
        } else {
            console.exactly(script);
        }
    }
}
