package dev.ralph.tamper;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where the blocks of a source file end that run until a condition behind them does not hold.
record DoBlocks(Source source, Set<Integer> ends) {
    private static final Pattern DO = Pattern.compile("(?<![.\\w$])do\\s*+\\{");

    static DoBlocks of(Source source) {
        Set<Integer> ends = new HashSet<>();
        Matcher matcher = DO.matcher(source.code());
        while (matcher.find()) {
            ends.add(source.pastBracket(matcher.end() - 1));
        }
        return new DoBlocks(source, ends);
    }

    /// Whether `while` belongs to what is before it.
    boolean isEndedBy(Statement header) {
        if (!header.first().equals("while")) {
            return false;
        }
        int at = header.at();
        while (at > 0 && Character.isWhitespace(source.code().charAt(at - 1))) {
            at--;
        }
        return ends.contains(at);
    }
}
