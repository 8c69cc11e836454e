package dev.ralph;

import java.util.ArrayList;
import java.util.List;

/// The tables of a Markdown document, found by their header. Cells are trimmed; an escaped `\|` is part of its cell.
final class MarkdownTables {

    private final List<String> lines;

    MarkdownTables(String document) {
        this.lines = document.lines().toList();
    }

    /// The rows of every table with exactly this header, in the order of the document.
    List<List<String>> rows(String... header) {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (isRow(lines.get(i)) && cells(lines.get(i)).equals(List.of(header))) {
                for (int j = i + 2; j < lines.size() && isRow(lines.get(j)); j++) {
                    rows.add(cells(lines.get(j)));
                }
            }
        }
        return rows;
    }

    /// The names between backticks in a cell.
    static List<String> names(String cell) {
        List<String> names = new ArrayList<>();
        String[] parts = cell.split("`", -1);
        for (int i = 1; i < parts.length; i += 2) {
            names.add(parts[i]);
        }
        return names;
    }

    private static boolean isRow(String line) {
        return line.startsWith("|");
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        for (int i = 1; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\\' && i + 1 < line.length() && line.charAt(i + 1) == '|') {
                cell.append('|');
                i++;
            } else if (c == '|') {
                cells.add(cell.toString().strip());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        return cells;
    }
}
