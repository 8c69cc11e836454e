package dev.ralph.loop;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Equal failures in a row. Ids, times and sums are no difference.
///
/// @param what  the last one, null when there is none
/// @param times how often it came
public record Failure(@Nullable String what, int times) {
    static final Failure NONE = new Failure(null, 0);
    private static final Pattern PASSING = Pattern.compile("(?=\\S*\\d)\\S{5,}");

    Failure and(@Nullable String next) {
        return next == null ? NONE : new Failure(next, isLike(next) ? times + 1 : 1);
    }

    private boolean isLike(String next) {
        return what != null && (next.equals(what) || gist(next).equals(gist(what)));
    }

    private static String gist(String words) {
        return PASSING.matcher(words).replaceAll("");
    }
}
