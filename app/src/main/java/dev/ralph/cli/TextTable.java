package dev.ralph.cli;

import java.util.List;

/// Columns as wide as their widest cell; the first row is a heading. What a cell says may come from a journal that
/// somebody else wrote, so it is made harmless.
final class TextTable {
    private TextTable() {}

    static void print(Console console, List<String[]> rows) {
        int columns = rows.getFirst().length;
        int[] widths = new int[columns];
        for (String[] row : rows) {
            for (int i = 0; i < columns; i++) {
                row[i] = Console.harmless(row[i]);
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                line.append(row[i]);
                if (i + 1 < columns) {
                    line.repeat(' ', widths[i] - row[i].length() + 2);
                }
            }
            console.say(line.toString().stripTrailing());
        }
    }
}
