package dev.ralph.workspace;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The name under which the end of an attempt stays reachable in git.
///
/// @param loop the loop's id; letters, digits, `-`, `_` and single dots inside
public record AttemptRef(String loop, int attempt) implements Comparable<AttemptRef> {
    /// Everything of ours lies below it.
    public static final String ROOT = "refs/ralph/";

    private static final Pattern LOOP = Pattern.compile("[A-Za-z0-9_](?:[A-Za-z0-9_-]|\\.(?=[A-Za-z0-9_-]))*");
    private static final Pattern NAME =
            Pattern.compile(ROOT + "([^/]+)/([1-9][0-9]{0,8})(-before|-end|-accepted|-aside-[1-9][0-9]{0,8})?");
    private static final String ACCEPTED = "-accepted";

    public AttemptRef {
        if (!LOOP.matcher(loop).matches() || loop.endsWith(".lock")) {
            throw new IllegalArgumentException("no id of a loop that git could hold: '" + loop + "'");
        }
        if (attempt < 1) {
            throw new IllegalArgumentException("attempts are counted from 1, not " + attempt);
        }
    }

    /// The attempt whose accepted work such a name holds; empty where it holds something else.
    public static Optional<AttemptRef> accepting(String name) {
        return name.endsWith(ACCEPTED) ? owner(name) : Optional.empty();
    }

    /// The attempt that a name belongs to: that of its end, of what was before, of what the loop ended with, of what
    /// was accepted of it, or of what was put aside after.
    static Optional<AttemptRef> owner(String name) {
        return parts(name).map(AttemptRef::of);
    }

    private static Optional<Matcher> parts(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches() && LOOP.matcher(matcher.group(1)).matches() ? Optional.of(matcher) : Optional.empty();
    }

    private static AttemptRef of(Matcher found) {
        return new AttemptRef(found.group(1), Integer.parseInt(found.group(2)));
    }

    public String name() {
        return ROOT + loop + "/" + attempt;
    }

    /// Where the state before an attempt that works in place is held.
    public String before() {
        return name() + "-before";
    }

    /// Where that is held which a loop ended with after its last attempt, where it is something else.
    String end() {
        return name() + "-end";
    }

    /// Where that is held which may be kept of an attempt, on what its work began with.
    public String accepted() {
        return name() + ACCEPTED;
    }

    /// Where something that was there after an attempt is held before it is overwritten.
    String aside(int number) {
        return name() + "-aside-" + number;
    }

    /// What a commit of its work says at its end.
    public Map<String, String> trailers() {
        Map<String, String> trailers = new LinkedHashMap<>();
        trailers.put("Ralph-Loop", loop);
        trailers.put("Ralph-Attempt", Integer.toString(attempt));
        return trailers;
    }

    @Override
    public int compareTo(AttemptRef other) {
        int byLoop = loop.compareTo(other.loop);
        return byLoop != 0 ? byLoop : Integer.compare(attempt, other.attempt);
    }

    @Override
    public String toString() {
        return "attempt " + attempt + " of " + loop;
    }
}
