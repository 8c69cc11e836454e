package dev.ralph.tamper;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The blocks of a source file that run whatever happened before: whoever returns from one makes a failure forgotten.
/// Whoever returns from a function inside of one does not.
final class LastBlocks {
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
        List<Statement> headers = source.language().hasBraces() ? Statements.of(source, List.of()) : List.of();
        for (Statement header : headers) {
            int brace = source.next(header.end());
            boolean last = header.words().getLast().equals("finally");
            if (source.opens(brace) && (last || isFunction(header))) {
                found.add(new Block(brace, source.pastBracket(brace), last));
            }
        }
        return found;
    }

    /// `case 1, 2 ->` and `done() ->` are branches.
    private static boolean isFunction(Statement header) {
        List<String> words = header.words();
        boolean value = isGiven(words)
                || (!header.first().equals("case") && isAssigned(words))
                || Set.of("return", ",").contains(header.first());
        boolean arrow = Surrounding.endsWithArrow(words) && (header.language() == Language.SCRIPT || value);
        boolean old = header.language() == Language.SCRIPT && header.has("function");
        return arrow || old || (header.language() == Language.JAVA && Surrounding.isMade(words));
    }

    /// Inside of parentheses that it opened, whatever it closed before.
    private static boolean isGiven(List<String> words) {
        int depth = 0;
        for (String word : words) {
            depth = word.equals("(") ? depth + 1 : word.equals(")") ? Math.max(0, depth - 1) : depth;
        }
        return depth > 0;
    }

    /// `later = (a, b) ->`: no more than what it is given stands between the two.
    private static boolean isAssigned(List<String> words) {
        int depth = 0;
        for (int i = words.size() - 3; i > 1; i--) {
            depth += words.get(i).equals(")") ? 1 : words.get(i).equals("(") ? -1 : 0;
            if (depth == 0) {
                return words.get(i - 1).equals("=") && !"=!<>".contains(words.get(i - 2));
            }
        }
        return false;
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
