package dev.ralph.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Columns as wide as their widest cell; the first row is a heading. What a cell says may come from a journal that
/// somebody else wrote, so it is made harmless.
final class TextTable {
    private static final int GAP = 2;
    private static final int NARROWEST = 12;

    private TextTable() {}

    static void print(Console console, List<String[]> rows) {
        lines(rows, Integer.MAX_VALUE).forEach(console::say);
    }

    /// @param columns of the terminal: the last cells are cut to them, and the first where that is not enough
    static List<String> lines(List<String[]> rows, int columns) {
        int count = rows.getFirst().length;
        int[] widths = new int[count];
        for (String[] row : rows) {
            for (int i = 0; i < count; i++) {
                row[i] = Console.harmless(row[i]);
                widths[i] = Math.max(widths[i], TerminalWidth.of(row[i]));
            }
        }
        narrow(widths, count - 1, columns);
        narrow(widths, 0, columns);
        List<String> lines = new ArrayList<>();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < count; i++) {
                String cell = TerminalWidth.fit(row[i], widths[i]);
                line.append(cell);
                if (i + 1 < count) {
                    line.repeat(' ', widths[i] - TerminalWidth.of(cell) + GAP);
                }
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private static void narrow(int[] widths, int column, int columns) {
        int over = Arrays.stream(widths).sum() + GAP * (widths.length - 1) - columns;
        if (over > 0) {
            widths[column] = Math.min(widths[column], Math.max(NARROWEST, widths[column] - over));
        }
    }
}
