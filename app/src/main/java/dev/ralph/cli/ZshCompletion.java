package dev.ralph.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Uses zsh's own `_arguments`, which shows the help of each option.
final class ZshCompletion {
    private final CommandLine line;
    private final StringBuilder out = new StringBuilder();

    ZshCompletion(CommandLine line) {
        this.line = line;
    }

    String script() {
        String name = line.program();
        out.append("#compdef ")
                .append(name)
                .append("\n# Completion of ")
                .append(name)
                .append(" for zsh. Put it as _")
                .append(name)
                .append(" into a folder of $fpath, or load it with: source <(")
                .append(name)
                .append(" completion zsh)\n");
        out.append("""
                _NAME_tasks() {
                    local -a tasks
                    tasks=(.ralph/tasks/*(N/:t))
                    compadd -a tasks
                }

                _NAME() {
                    local at='' i after=1
                    for ((i = 2; i < CURRENT; i++)); do
                        [[ "$words[i]" == -- ]] && break
                        case "$at $words[i]" in
                """.replace("NAME", name));
        for (String path : Completion.paths(line)) {
            String step = Completion.before(path) + " " + Completion.last(path);
            out.append("            '")
                    .append(step)
                    .append("') at='")
                    .append(path)
                    .append("' after=$i ;;\n");
        }
        out.append("""
                        esac
                    done
                    words=(NAME "${(@)words[after + 1,-1]}")
                    (( CURRENT -= after - 1 ))
                    case "$at" in
                """.replace("NAME", name));
        branch("", null);
        for (String path : Completion.paths(line)) {
            Command command = line.commandAt(List.of(path.split(" ")), 0);
            branch(path, command != null && command.path().equals(path) ? command : null);
        }
        out.append("""
                    esac
                }

                if [[ "$funcstack[1]" == _NAME ]]; then
                    _NAME "$@"
                else
                    compdef _NAME NAME
                fi
                """.replace("NAME", name));
        return out.toString();
    }

    private void branch(String path, @Nullable Command command) {
        out.append("        '").append(path).append("')\n            _arguments -S");
        List<Option> options = command == null ? line.everywhere() : Completion.options(line, command);
        for (Option option : options) {
            option(option);
        }
        spec("(-h --help)'{-h,--help}'[" + described("Show how it works.") + "]");
        if (path.isEmpty()) {
            spec("--version[" + described("Show the version.") + "]");
        }
        List<String> next = line.nextWords(path);
        if (!next.isEmpty()) {
            spec("1:command:(" + String.join(" ", next) + ")");
        }
        if (command != null) {
            for (Argument argument : command.arguments()) {
                String many = argument.count() == Argument.Count.ANY ? "*" : "";
                spec(many + ":" + described(argument.name()) + ":" + action(argument.completes(), List.of()));
            }
            if (command.rest() != null) {
                spec("*:agent:_default");
            }
        }
        out.append("\n            ;;\n");
    }

    private void option(Option option) {
        String help = "[" + described(option.help()) + "]";
        String value = option.takesValue()
                ? ":" + described(option.placeholder()) + ":" + action(option.completes(), option.words())
                : "";
        String again = option.value() == Option.Value.REPEATED ? "*" : "";
        spec(again + option.dashed() + (option.takesValue() ? "=" : "") + help + value);
        if (option.letter() != 0) {
            spec(again + "-" + option.letter() + help + value);
        }
    }

    private void spec(String spec) {
        out.append(" \\\n                '").append(spec).append('\'');
    }

    private String action(CompletionSource completes, List<String> words) {
        return switch (completes) {
            case NOTHING -> " ";
            case FILES -> "_files";
            case FOLDERS -> "_files -/";
            case TASKS -> "_" + line.program() + "_tasks";
            case WORDS -> "(" + String.join(" ", words) + ")";
        };
    }

    /// Text inside a specification between single quotes.
    private static String described(String text) {
        return text.replace("\\", "\\\\")
                .replace("'", "'\\''")
                .replace("[", "\\[")
                .replace("]", "\\]")
                .replace(":", "\\:");
    }
}
