package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.backlog.BacklogTask;
import dev.ralph.config.InvalidConfiguration;
import dev.ralph.config.NearestName;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// `ralph completion`: the script that a shell loads, which asks `ralph __complete` at each tab.
record CompletionCommand(CommandContext context) {
    private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

    /// Works with bash 3.2 and later; without `compopt` (before 4.0) it offers file names where nothing better is
    /// known.
    private static final String BASH = """
            # Completion of NAME for bash. Load it with: source <(NAME completion bash)
            _NAME() {
                local line kind=
                COMPREPLY=()
                while IFS= read -r line; do
                    if [ -z "$kind" ]; then
                        kind=$line
                    else
                        COMPREPLY+=("${line%%$'\\t'*}")
                    fi
                done < <("${COMP_WORDS[0]}" __complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
                case $kind in
                    files) ;;
                    folders) compopt -o dirnames +o default +o bashdefault 2>/dev/null ;;
                    *) compopt +o default +o bashdefault 2>/dev/null ;;
                esac
                return 0
            }

            complete -o bashdefault -o default -F _NAME NAME
            """;

    private static final String ZSH = """
            #compdef NAME
            # Completion of NAME for zsh. Put it as _NAME into a folder of $fpath, or load it with: source <(NAME completion zsh)
            _NAME() {
                local -a lines names shown
                local line
                lines=("${(@f)$("$words[1]" __complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
                case "$lines[1]" in
                    files) _files ;;
                    folders) _files -/ ;;
                    words)
                        for line in "${(@)lines[2,-1]}"; do
                            names+=("${line%%$'\\t'*}")
                            shown+=("${line/$'\\t'/  -- }")
                        done
                        compadd -l -d shown -a names
                        ;;
                esac
            }

            if [[ "$funcstack[1]" == _NAME ]]; then
                _NAME "$@"
            else
                compdef _NAME NAME
            fi
            """;

    private static final String FISH = """
            # Completion of NAME for fish. Load it with: NAME completion fish | source
            function __NAME_complete
                set -l words (commandline -opc)
                set -l last (commandline -ct)
                set -l lines ($words[1] __complete -- $words[2..-1] "$last" 2>/dev/null)
                switch "$lines[1]"
                    case files
                        __fish_complete_path "$last"
                    case folders
                        __fish_complete_directories "$last"
                    case words
                        printf '%s\\n' $lines[2..-1]
                end
            end

            complete -c NAME -e
            complete -c NAME -f -a '(__NAME_complete)'
            """;

    static Command completion(CommandContext context) {
        return Command.of("completion", Commands.HOUSEKEEPING, new CompletionCommand(context)::print)
                .summary("print the completion script of a shell")
                .argument(Argument.required("SHELL", "bash, zsh or fish"))
                .example("source <(ralph completion bash)", "in ~/.bashrc")
                .example("ralph completion zsh > \"${fpath[1]}/_ralph\"", "once, for zsh")
                .example("ralph completion fish > ~/.config/fish/completions/ralph.fish", "once, for fish");
    }

    static Command complete(CommandContext context) {
        return Command.of("__complete", "", new CompletionCommand(context)::answer)
                .summary("list what a shell may offer")
                .rest("WORDS", "what is typed behind the program's name; the last one is completed");
    }

    private int print(Invocation invocation) {
        String shell = invocation.argument("SHELL").orElseThrow();
        if (!SHELLS.contains(shell)) {
            throw new BadUsage("no completion for '" + shell + "': choose one of " + String.join(", ", SHELLS)
                    + NearestName.hint(shell, SHELLS));
        }
        Console console = context.console(invocation);
        String script = script(shell, Commands.table(context).program());
        if (console.json()) {
            console.object(json -> {
                json.field("shell", shell);
                json.field("script", script);
            });
        } else {
            console.exactly(script);
        }
        return ExitCode.OK;
    }

    static String script(String shell, String program) {
        String script = shell.equals("bash") ? BASH : shell.equals("zsh") ? ZSH : FISH;
        return script.replace("NAME", program);
    }

    private int answer(Invocation invocation) {
        List<String> words = invocation.rest();
        CommandLine line = Commands.table(context);
        context.console(invocation).exactly(answer(Completion.of(line, words, () -> tasks(line, words))));
        return ExitCode.OK;
    }

    /// How to take the rest on the first line, then a candidate on each.
    static String answer(Completion.Offer offer) {
        StringBuilder answer = new StringBuilder(offer.source().name().toLowerCase(Locale.ROOT)).append('\n');
        offer.candidates().forEach(candidate -> answer.append(candidate).append('\n'));
        return answer.toString();
    }

    /// Those of the project that the words are about. Nobody wants to read an error between two keys.
    private Set<String> tasks(CommandLine line, List<String> words) {
        int dir = words.indexOf("--dir");
        List<String> look = dir >= 0 && dir + 1 < words.size() - 1
                ? List.of("task", "list", "--dir", words.get(dir + 1))
                : List.of("task", "list");
        try {
            if (!(line.parse(look) instanceof Invocation about)) {
                return Set.of();
            }
            Ralph ralph = context.ralph(about);
            Set<String> tasks = new AddedTasks(ralph.layout()).all();
            ralph.tasks().look().all().stream()
                    .map(BacklogTask::id)
                    .filter(AddedTasks::isName) // whoever wrote the list must not have a shell run it
                    .forEach(tasks::add);
            return tasks;
        } catch (IOException | InvalidConfiguration unreadable) {
            return Set.of();
        }
    }
}
