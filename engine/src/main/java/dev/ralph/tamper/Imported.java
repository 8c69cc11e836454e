package dev.ralph.tamper;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// What an import brings, and where from.
///
/// @param module its last part, without an extension: a test may move and name the same by another path
record Imported(String module, Set<String> names) {
    private static final Set<String> KEYWORDS = Set.of(
            "import", "from", "as", "const", "let", "var", "require", "type", "default", "use", "package", "static",
            "export", "await", "mod", "crate", "super", "self");

    static Imported of(Statement statement) {
        Set<String> names = statement.words().stream()
                .filter(word -> Statement.isName(word) && !KEYWORDS.contains(word))
                .collect(Collectors.toSet());
        List<String> words = statement.words();
        String module = switch (statement.language()) {
            case SCRIPT ->
                last(words.stream().filter(word -> word.charAt(0) == '"').toList());
            case PYTHON ->
                words.getFirst().equals("from") && words.contains("import")
                        ? last(words.subList(0, words.indexOf("import")).stream()
                                .filter(Statement::isName)
                                .toList())
                        : "";
            case JAVA, GO, RUST, SHELL, OTHER -> "";
        };
        return new Imported(module, names);
    }

    private static String last(List<String> words) {
        if (words.isEmpty()) {
            return "";
        }
        String path = words.getLast().replace("\"", "");
        String name = path.substring(path.lastIndexOf('/') + 1);
        return name.replaceFirst("\\.(?:[cm]?[jt]sx?)$", "");
    }

    boolean sharesName(Imported other) {
        return names.stream()
                        .anyMatch(name ->
                                !name.equals(module) && other.names.contains(name) && !name.equals(other.module))
                || (names.contains(module) && other.names.contains(module) && !module.equals(other.module));
    }
}
