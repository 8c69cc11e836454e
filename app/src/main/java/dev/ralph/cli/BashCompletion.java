package dev.ralph.cli;

import java.util.ArrayList;
import java.util.List;

/// Works with bash 3.2 and later; without `compopt` (before 4.0) it offers file names where nothing better is known.
final class BashCompletion {
    private final CommandLine line;
    private final StringBuilder out = new StringBuilder();

    BashCompletion(CommandLine line) {
        this.line = line;
    }

    String script() {
        String name = line.program();
        out.append("# Completion of ")
                .append(name)
                .append(" for bash. Load it with: source <(")
                .append(name)
                .append(" completion bash)\n");
        out.append("""
                _NAME_tasks() {
                    local task
                    for task in .ralph/tasks/*/; do
                        task="${task%/}" task="${task##*/}"
                        # Whoever made the folder chose its name, and compgen runs a $(...) in one.
                        case "$task" in
                            *[!A-Za-z0-9._-]*) ;;
                            *) printf '%s\\n' "$task" ;;
                        esac
                    done
                }

                _NAME() {
                    local cur prev path='' word value='' words='' options='' arguments=nothing i
                    COMPREPLY=()
                    cur="${COMP_WORDS[COMP_CWORD]}"
                    prev="${COMP_WORDS[COMP_CWORD - 1]}"
                    if [ "$cur" = '=' ]; then
                        cur=''
                    elif [ "$prev" = '=' ]; then
                        prev="${COMP_WORDS[COMP_CWORD - 2]}"
                    fi
                    for ((i = 1; i < COMP_CWORD; i++)); do
                        word="${COMP_WORDS[i]}"
                        [ "$word" = '--' ] && return 0
                        case "$path $word" in
                """.replace("NAME", name));
        for (String path : Completion.paths(line)) {
            String step = Completion.before(path) + " " + Completion.last(path);
            out.append("            '")
                    .append(step)
                    .append("') path='")
                    .append(path)
                    .append("' ;;\n");
        }
        out.append("        esac\n    done\n    case \"$path\" in\n");
        branch("", line.nextWords(""), withHelp(line.everywhere(), "--version"), List.of());
        for (String path : Completion.paths(line)) {
            Command command = line.commandAt(List.of(path.split(" ")), 0);
            if (command == null || !command.path().equals(path)) {
                branch(path, line.nextWords(path), List.of(Option.flag("help", "")), List.of());
            } else {
                branch(
                        path,
                        line.nextWords(path),
                        withHelp(Completion.options(line, command), ""),
                        command.arguments());
            }
        }
        out.append("""
                    esac
                    if [ -z "$value" ]; then
                        case "$cur" in
                            -*) value=words words="$options" ;;
                            *) [ -n "$words" ] && value=words || value="$arguments" ;;
                        esac
                    fi
                    case "$value" in
                        tasks) words="$(_NAME_tasks)" value=words ;;
                        folders) compopt -o dirnames +o default +o bashdefault 2>/dev/null ;;
                        nothing) compopt +o default +o bashdefault 2>/dev/null ;;
                    esac
                    if [ "$value" = words ]; then
                        compopt +o default +o bashdefault 2>/dev/null
                        COMPREPLY=($(compgen -W "$words" -- "$cur"))
                    fi
                    return 0
                }

                complete -o bashdefault -o default -F _NAME NAME
                """.replace("NAME", name));
        return out.toString();
    }

    private void branch(String path, List<String> words, List<Option> options, List<Argument> arguments) {
        out.append("        '").append(path).append("')\n            options='");
        List<String> names = new ArrayList<>();
        for (Option option : options) {
            names.add(option.dashed());
        }
        out.append(String.join(" ", names))
                .append("'\n            words='")
                .append(String.join(" ", words))
                .append("'\n");
        if (!arguments.isEmpty()) {
            out.append("            arguments=")
                    .append(offer(arguments.getFirst().completes()))
                    .append('\n');
        }
        out.append("            case \"$prev\" in\n");
        for (Option option : options) {
            if (option.takesValue()) {
                String letter = option.letter() == 0 ? "" : " | -" + option.letter();
                out.append("                ")
                        .append(option.dashed())
                        .append(letter)
                        .append(") value=");
                out.append(offer(option.completes()));
                if (option.completes() == CompletionSource.WORDS) {
                    out.append(" words='")
                            .append(String.join(" ", option.words()))
                            .append('\'');
                }
                out.append(" ;;\n");
            }
        }
        out.append("            esac\n            ;;\n");
    }

    private static String offer(CompletionSource completes) {
        return switch (completes) {
            case NOTHING -> "nothing";
            case FILES -> "files";
            case FOLDERS -> "folders";
            case TASKS -> "tasks";
            case WORDS -> "words";
        };
    }

    private static List<Option> withHelp(List<Option> options, String more) {
        List<Option> all = new ArrayList<>(options);
        all.add(Option.flag("help", ""));
        if (!more.isEmpty()) {
            all.add(Option.flag(more.substring(2), ""));
        }
        return all;
    }
}
