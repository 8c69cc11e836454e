package dev.ralph.tamper;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The blocks of a source file that run whatever happened before: whoever returns from one makes a failure forgotten.
/// Whoever returns from a function inside of one does not.
final class LastBlocks {
    private static final Pattern OPENING =
            Pattern.compile("\\bfinally\\s*+\\{|(?:=|(?:\\)|[(,=]\\s*+\\w++)\\s*+-)>\\s*+\\{"
                    + "|\\bfunction\\b[^(){}]{0,200}+\\([^(){}]{0,500}+\\)\\s*+\\{"
                    + "|\\bnew\\s++[\\w.<>, ]{1,200}+\\([^(){}]{0,500}+\\)\\s*+\\{");

    private record Block(int start, int end, boolean last) {}

    /// From each place on, whether a return is one from such a block.
    private final TreeMap<Integer, Boolean> begun = new TreeMap<>();

    private LastBlocks() {}

    static LastBlocks of(Source source) {
        LastBlocks last = new LastBlocks();
        if (source.code().contains("finally")) {
            last.read(source.language() == Language.PYTHON ? indented(source) : braced(source));
        }
        return last;
    }

    private static List<Block> indented(Source source) {
        Blocks blocks = Blocks.of(source);
        return blocks.returning().stream()
                .map(header -> new Block(
                        header.at(), blocks.end(header.at()), header.first().equals("finally")))
                .toList();
    }

    private static List<Block> braced(Source source) {
        List<Block> found = new ArrayList<>();
        Matcher matcher = OPENING.matcher(source.code());
        while (source.language().hasBraces() && matcher.find()) {
            boolean last = source.code().startsWith("finally", matcher.start());
            found.add(new Block(matcher.end() - 1, source.pastBracket(matcher.end() - 1), last));
        }
        return found;
    }

    /// @param blocks by where they begin: of two, one is inside the other, or they have nothing in common
    private void read(List<Block> blocks) {
        Deque<Block> open = new ArrayDeque<>();
        for (Block block : blocks) {
            close(open, block.start());
            open.push(block);
            begun.put(block.start(), block.last());
        }
        close(open, Integer.MAX_VALUE);
    }

    private void close(Deque<Block> open, int before) {
        while (!open.isEmpty() && open.peek().end() <= before) {
            int end = open.pop().end();
            begun.put(end, !open.isEmpty() && open.peek().last());
        }
    }

    boolean contains(int at) {
        Map.Entry<Integer, Boolean> before = begun.floorEntry(at);
        return before != null && before.getValue();
    }
}
