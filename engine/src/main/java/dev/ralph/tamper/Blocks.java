package dev.ralph.tamper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Where the blocks of a source file end that are further in than their headers. What goes on over lines, between
/// brackets or in a string, ends none.
final class Blocks {
    private final int[] starts;
    private final int[] ends;
    private final List<Statement> returning = new ArrayList<>();

    private Blocks(int count) {
        starts = new int[count];
        ends = new int[count];
    }

    static Blocks of(Source source) {
        List<Statement> statements = Statements.of(source, List.of());
        Blocks blocks = new Blocks(statements.size());
        int[] indents = new int[statements.size()];
        int[] open = new int[statements.size()]; // the first statement of each line that is still open
        int depth = 0;
        boolean[] follows = new boolean[statements.size()]; // on a line on which there is code before it
        int last = 0;
        for (int i = 0; i < statements.size(); i++) {
            int at = statements.get(i).at();
            int line = source.line(at);
            blocks.starts[i] = at;
            blocks.ends[i] = source.code().length();
            follows[i] = line <= last || source.next(source.start(line)) < at;
            last = Math.max(line, last);
            if (!follows[i]) {
                indents[i] = at - source.start(line);
                while (depth > 0 && indents[open[depth - 1]] >= indents[i]) {
                    blocks.ends[open[--depth]] = at;
                }
                open[depth++] = i;
            }
            if (isReturning(statements.get(i))) {
                blocks.returning.add(statements.get(i));
            }
        }
        blocks.spread(follows);
        return blocks;
    }

    /// What stands on one line ends together.
    private void spread(boolean[] follows) {
        for (int i = 1; i < starts.length; i++) {
            if (follows[i]) {
                ends[i] = ends[i - 1];
            }
        }
    }

    /// @param at where its header begins
    int end(int at) {
        int found = Arrays.binarySearch(starts, at);
        return found < 0 ? at : ends[found];
    }

    private static boolean isReturning(Statement header) {
        return header.first().equals("finally")
                || header.first().equals("def")
                || (header.first().equals("async") && header.has("async", "def"));
    }

    /// The headers of those where it matters that something returns: functions, and what runs whatever happened.
    List<Statement> returning() {
        return returning;
    }
}
