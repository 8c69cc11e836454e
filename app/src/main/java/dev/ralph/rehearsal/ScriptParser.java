package dev.ralph.rehearsal;

import dev.ralph.config.NearestName;
import dev.ralph.wording.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads a script strictly: whatever it does not understand is an error with its line.
final class ScriptParser {
    private static final List<String> WORDS = List.of(
            "attempt",
            "otherwise",
            "say",
            "complain",
            "sleep",
            "write",
            "append",
            "post",
            "done",
            "wait",
            "exit",
            "crash",
            "hang");

    private final String name;
    private final List<String> lines;
    private final Map<Integer, List<ScriptStep>> attempts = new LinkedHashMap<>();
    private @Nullable List<ScriptStep> otherwise;
    private @Nullable List<ScriptStep> part;
    private int at;

    ScriptParser(String name, String text) {
        this.name = name;
        this.lines = text.lines().toList();
    }

    RehearsalScript parse() {
        while (at < lines.size()) {
            String line = lines.get(at++).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                int space = line.indexOf(' ');
                String word = space < 0 ? line : line.substring(0, space);
                understand(word, space < 0 ? "" : line.substring(space).strip());
            }
        }
        if (attempts.isEmpty() && otherwise == null) {
            throw bad("there is nothing to play: begin with `attempt 1`");
        }
        return new RehearsalScript(attempts, otherwise);
    }

    private void understand(String word, String rest) {
        switch (word) {
            case "attempt" -> beginAttempt(rest);
            case "otherwise" -> beginOtherwise(rest);
            default -> {
                ScriptStep step = step(word, rest);
                if (part == null) {
                    throw bad("`" + word + "` stands before the first `attempt`");
                }
                part.add(step);
            }
        }
    }

    private void beginAttempt(String rest) {
        int number = number(rest, 1, 1_000_000, "`attempt` needs a number from 1 on, as in `attempt 1`");
        part = new ArrayList<>();
        if (attempts.put(number, part) != null) {
            throw bad("attempt " + number + " is given twice");
        }
    }

    private void beginOtherwise(String rest) {
        nothing("otherwise", rest);
        if (otherwise != null) {
            throw bad("`otherwise` is given twice");
        }
        part = new ArrayList<>();
        otherwise = part;
    }

    private ScriptStep step(String word, String rest) {
        return switch (word) {
            case "say" -> new ScriptStep.Say(rest);
            case "complain" -> new ScriptStep.Complain(rest);
            case "sleep" -> new ScriptStep.Sleep(duration(rest));
            case "write" -> write(rest);
            case "append" -> {
                String[] parts = two(rest, "`append` needs a file and a text, as in `append notes.txt one more line`");
                yield new ScriptStep.Append(parts[0], parts[1]);
            }
            case "post" -> {
                String[] parts = two(rest, "`post` needs a type and a text, as in `post PROGRESS half way`");
                yield new ScriptStep.Post(parts[0], parts[1]);
            }
            case "done" -> nothing(word, rest, new ScriptStep.Done());
            case "wait" -> nothing(word, rest, new ScriptStep.Wait());
            case "exit" ->
                new ScriptStep.Exit(number(rest, 0, 255, "`exit` needs a code from 0 to 255, as in `exit 1`"));
            case "crash" -> nothing(word, rest, new ScriptStep.Crash());
            case "hang" -> nothing(word, rest, new ScriptStep.Hang());
            default -> throw bad("unknown step '" + word + "'" + NearestName.hint(word, WORDS));
        };
    }

    /// `write FILE <<WORD`, then the text as it stands, up to a line that is the word.
    private ScriptStep write(String rest) {
        int mark = rest.lastIndexOf("<<");
        String file = mark < 0 ? "" : rest.substring(0, mark).strip();
        String end = mark < 0 ? "" : rest.substring(mark + 2).strip();
        if (file.isEmpty() || end.isEmpty() || end.indexOf(' ') >= 0) {
            throw bad("`write` needs a file and an end mark, as in `write notes.txt <<END`");
        }
        int began = at;
        StringBuilder text = new StringBuilder();
        while (at < lines.size()) {
            String line = lines.get(at++);
            if (line.strip().equals(end)) {
                return new ScriptStep.Write(file, text.toString());
            }
            text.append(line).append('\n');
        }
        at = began;
        throw bad("the text of `write` has no end: a line with only `" + end + "` is missing");
    }

    private Duration duration(String rest) {
        try {
            return DurationText.parse(rest);
        } catch (IllegalArgumentException wrong) {
            throw bad("`sleep`: " + wrong.getMessage());
        }
    }

    private String[] two(String rest, String usage) {
        int space = rest.indexOf(' ');
        if (space < 0) {
            throw bad(usage);
        }
        return new String[] {rest.substring(0, space), rest.substring(space).strip()};
    }

    private int number(String text, int least, int most, String usage) {
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            throw bad(usage);
        }
        throw bad(usage);
    }

    private ScriptStep nothing(String word, String rest, ScriptStep step) {
        nothing(word, rest);
        return step;
    }

    private void nothing(String word, String rest) {
        if (!rest.isEmpty()) {
            throw bad("`" + word + "` takes nothing, but '" + rest + "' follows");
        }
    }

    private BadScript bad(String what) {
        return new BadScript(name, Math.max(1, at), what);
    }
}
