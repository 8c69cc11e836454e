package dev.ralph.tamper;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The blocks of a source file that run whatever happened before: whoever returns from one makes a failure forgotten.
final class LastBlocks {
    private static final Pattern FINALLY = Pattern.compile("\\bfinally\\s*+\\{");

    private final TreeMap<Integer, Integer> ends = new TreeMap<>();

    private LastBlocks() {}

    static LastBlocks of(Source source) {
        LastBlocks last = new LastBlocks();
        if (source.language() == Language.PYTHON && source.code().contains("finally")) {
            Blocks blocks = Blocks.of(source);
            blocks.finallies().forEach(header -> last.add(header.at(), blocks.end(header.at())));
        } else if (source.language().hasBraces()) {
            Matcher matcher = FINALLY.matcher(source.code());
            while (matcher.find()) {
                last.add(matcher.start(), source.pastBracket(matcher.end() - 1));
            }
        }
        return last;
    }

    /// One in another is a part of it.
    private void add(int start, int end) {
        if (!contains(start)) {
            ends.put(start, end);
        }
    }

    boolean contains(int at) {
        Map.Entry<Integer, Integer> before = ends.floorEntry(at);
        return before != null && at < before.getValue();
    }
}
