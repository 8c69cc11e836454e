package dev.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Holds docs/internals/conformance.md and docs/internals/supervision.md to the tests they name.
class ConformanceTest {

    private static final Path REPOSITORY = Path.of(System.getProperty("ralph.repository"));

    @Test
    void every_clause_names_a_test_that_exists_or_says_why_ralph_differs() throws IOException {
        String document = Files.readString(REPOSITORY.resolve("docs/internals/conformance.md"));

        assertThat(problems(document, tests())).isEmpty();
    }

    @Test
    void every_danger_of_supervision_names_tests_that_exist() throws IOException {
        String document = Files.readString(REPOSITORY.resolve("docs/internals/supervision.md"));
        Set<String> tests = tests();
        List<String> named = new ArrayList<>();
        for (List<String> row : new MarkdownTables(document).rows("#", "Danger", "Control", "Test")) {
            for (String cell : row.subList(2, 4)) {
                MarkdownTables.names(cell).stream()
                        .filter(name -> name.contains("Test."))
                        .forEach(name -> named.add(name.replace('.', '#')));
            }
        }

        assertThat(named).hasSizeGreaterThan(35).allMatch(tests::contains);
    }

    @Test
    void a_wrong_row_is_noticed() {
        Set<String> tests = Set.of("LoopTest#it_ends");
        String header = "| clause | how Ralph does it | test |\n|---|---|---|\n";

        assertThat(problems(header, tests)).hasSize(1);
        assertThat(problems(header + "| a | b | `LoopTest#it_ends` |\n", tests)).isEmpty();
        assertThat(problems(header + "| a | differs, because c | |\n", tests)).isEmpty();
        assertThat(problems(header + "| a | b | |\n", tests)).hasSize(1);
        assertThat(problems(header + "| a | b | `LoopTest#it_end` |\n", tests)).hasSize(1);
        assertThat(problems(header + "| a | differs, because c | `LoopTest#gone` |\n", tests))
                .hasSize(1);
        assertThat(problems(header + "| a | b |\n", tests)).hasSize(1);
    }

    private static List<String> problems(String document, Set<String> tests) {
        List<String> problems = new ArrayList<>();
        List<List<String>> rows = new MarkdownTables(document).rows("clause", "how Ralph does it", "test");
        if (rows.isEmpty()) {
            problems.add("there is no row");
        }
        for (List<String> row : rows) {
            if (row.size() != 3) {
                problems.add("not three cells (write a bar inside a cell as \\|): " + row);
                continue;
            }
            List<String> named = MarkdownTables.names(row.get(2));
            if (named.isEmpty() && !row.get(1).contains("differs, because")) {
                problems.add("neither a test nor \"differs, because\": " + row.get(0));
            }
            named.stream()
                    .filter(test -> !tests.contains(test))
                    .forEach(test -> problems.add("no such test: " + test + ", named by: " + row.get(0)));
        }
        return problems;
    }

    /// Every `Class#method` in the test sources, by their text: a method is a line that begins with `void`. Methods of
    /// nested classes go by the file they stand in.
    private static Set<String> tests() throws IOException {
        Set<String> tests = new TreeSet<>();
        for (String module : List.of("engine", "builtin", "app", "bench")) {
            Path root = REPOSITORY.resolve(module).resolve("src/test/java");
            if (Files.isDirectory(root)) {
                try (Stream<Path> files = Files.walk(root)) {
                    for (Path file :
                            files.filter(f -> f.toString().endsWith(".java")).toList()) {
                        addMethods(file, tests);
                    }
                }
            }
        }
        return tests;
    }

    private static void addMethods(Path file, Set<String> tests) throws IOException {
        String name = file.getFileName().toString();
        String type = name.substring(0, name.length() - ".java".length());
        Files.readString(file)
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("void ") && line.contains("("))
                .forEach(line -> tests.add(type + "#" + line.substring("void ".length(), line.indexOf('('))));
    }
}
