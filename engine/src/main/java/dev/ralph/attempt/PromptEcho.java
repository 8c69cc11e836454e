package dev.ralph.attempt;

import dev.ralph.agent.AgentKind;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.RunFolder;
import dev.ralph.paths.TaskFolder;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/// The lines of a prompt that hold a promise, or begin a block of findings. A program whose output is plain text may
/// print its prompt, and nothing
/// but the lines themselves tells that from its own words.
public final class PromptEcho {
    /// For agents whose stream tells the prompt from their words.
    public static final PromptEcho NONE = new PromptEcho("");

    private static final String TAG = "<promise>";
    private static final String REJECTED = "<rejected>";
    private static final int MOST_LINES = 100;
    private static final int LONGEST = 2 * TaskFolder.LONGEST_TEXT;
    /// How many lines lie between the two at most: a quoted empty line is not empty.
    private static final int NEAR = 3;

    /// @param before the line with something on it before this one, empty for none
    /// @param bare   whether nothing but a tag is on it: only shortly after the one before it is an echo
    private record Line(String text, String before, boolean bare) {}

    private final List<Line> lines = new ArrayList<>();
    private final Deque<String> latest = new ArrayDeque<>();

    public PromptEcho(String prompt) {
        String last = "";
        for (String line : prompt.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList()) {
            String lower = line.toLowerCase(Locale.ROOT);
            if ((lower.contains(TAG) || lower.contains(REJECTED)) && lines.size() < MOST_LINES) {
                boolean bare = lower.startsWith(TAG) && lower.indexOf('>', TAG.length()) == lower.length() - 1;
                lines.add(new Line(line, last, bare || lower.equals(REJECTED)));
            }
            last = line;
        }
    }

    /// Only plain text may hold the prompt unmarked; one that cannot be read any more is not looked for.
    public static PromptEcho of(AgentKind kind, RunFolder folder) {
        if (kind.saysItsEnd()) {
            return NONE;
        }
        try {
            return new PromptEcho(LenientText.read(folder.home(), folder.prompt(), LONGEST));
        } catch (IOException gone) {
            return NONE;
        }
    }

    /// Whether the next line that was printed is one of the prompt's.
    public boolean isIn(String printed) {
        if (lines.isEmpty() || printed.isBlank()) {
            return false;
        }
        boolean echo = printed.indexOf('<') >= 0 && lines.stream().anyMatch(line -> isIn(printed, line));
        latest.add(printed);
        if (echo) { // the same line again is the agent's own
            latest.clear();
        } else if (latest.size() > NEAR) {
            latest.remove();
        }
        return echo;
    }

    private boolean isIn(String printed, Line line) {
        return printed.contains(line.text)
                && (!line.bare || latest.stream().anyMatch(before -> before.contains(line.before)));
    }
}
