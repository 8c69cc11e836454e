package dev.ralph.tamper;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
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
        long depth = words.stream().filter("("::equals).count()
                - words.stream().filter(")"::equals).count();
        boolean value = depth > 0 || isAssigned(words) || header.first().equals("return");
        boolean arrow = Surrounding.endsWithArrow(words)
                && (header.language() == Language.SCRIPT
                        || (value && !header.first().equals("case")));
        boolean old = header.language() == Language.SCRIPT && header.has("function");
        return arrow || old || (header.language() == Language.JAVA && Surrounding.isMade(words));
    }

    private static boolean isAssigned(List<String> words) {
        for (int i = 1; i + 1 < words.size(); i++) {
            if (words.get(i).equals("=")
                    && !"=!<>".contains(words.get(i - 1))
                    && !words.get(i + 1).equals("=")) {
                return true;
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
