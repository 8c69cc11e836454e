package dev.ralph;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The two tables of ARCHITECTURE.md.
record ArchitectureDocument(Map<String, Row> packages, Map<String, Set<String>> owners, int length) {

    /// One package: its purpose and the packages it may use.
    record Row(String name, String purpose, Set<String> mayUse) {}

    static ArchitectureDocument read(Path repository) throws IOException {
        String text = Files.readString(repository.resolve("ARCHITECTURE.md"));
        MarkdownTables tables = new MarkdownTables(text);
        Map<String, Row> packages = new LinkedHashMap<>();
        for (List<String> cells : tables.rows("package", "purpose", "may use")) {
            String name = MarkdownTables.names(cells.get(0)).getFirst();
            boolean all = cells.get(2).equals("all above");
            List<String> mayUse = all ? List.copyOf(packages.keySet()) : MarkdownTables.names(cells.get(2));
            packages.put(name, new Row(name, cells.get(1), new TreeSet<>(mayUse)));
        }
        Map<String, Set<String>> owners = new LinkedHashMap<>();
        for (List<String> cells : tables.rows("what", "calls", "owners")) {
            owners.put(cells.get(0), new TreeSet<>(MarkdownTables.names(cells.get(2))));
        }
        return new ArchitectureDocument(packages, owners, (int) text.lines().count());
    }

    Set<String> mayUse(String name) {
        Row row = packages.get(name);
        return row == null ? Set.of() : row.mayUse();
    }
}
