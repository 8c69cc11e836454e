package dev.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.config.ConfiguredStage;
import dev.ralph.config.FlagValues;
import dev.ralph.config.SettingKeys;
import dev.ralph.config.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Whatever the documents send a reader to is there.
class DocumentsTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("ralph.repository"));
    private static final Pattern LINK = Pattern.compile("]\\(([^):#]+)[)#]");
    /// A path below one of our folders, or a document at the top, as code; not where something is left out.
    private static final Pattern PATH = Pattern.compile("`((?:docs|examples|bench|engine|app)/[\\w./-]+|[A-Z]+\\.md)`");
    private static final Pattern TEST = Pattern.compile("-Dtest='(\\w+)'");
    /// What only a build or a task makes.
    private static final Pattern MADE = Pattern.compile("\\w+/target/.*|TASK\\.md|PROMPT\\.md|DEVLOG\\.md");

    @Test
    void every_link_leads_to_a_file() throws IOException {
        List<String> wrong = new ArrayList<>();
        int links = 0;
        for (Path document : documents()) {
            for (String link : found(LINK, document)) {
                links++;
                if (!Files.exists(document.resolveSibling(link))) {
                    wrong.add(document + " links to " + link);
                }
            }
        }

        assertThat(wrong).isEmpty();
        assertThat(links).isPositive();
    }

    @Test
    void every_file_that_is_named_exists() throws IOException {
        assertThat(missing(PATH, path -> Files.exists(REPOSITORY.resolve(path))))
                .isEmpty();
        assertThat(found(PATH, REPOSITORY.resolve("README.md"))).contains("docs/configuration.md", "SECURITY.md");
    }

    @Test
    void every_test_that_is_named_for_trying_exists() throws IOException {
        List<String> tests = new ArrayList<>();
        for (String module : List.of("engine", "builtin", "app")) {
            try (Stream<Path> files = Files.walk(REPOSITORY.resolve(module).resolve("src/test/java"))) {
                files.forEach(file -> tests.add(file.getFileName().toString()));
            }
        }

        assertThat(missing(TEST, test -> tests.contains(test + ".java"))).isEmpty();
        assertThat(found(TEST, REPOSITORY.resolve("check"))).hasSize(1);
    }

    @Test
    void the_page_of_stages_has_the_limits_and_promises_that_hold() throws IOException {
        Settings settings =
                Settings.only(FlagValues.none().with(SettingKeys.PROFILE, "stage"), REPOSITORY.toAbsolutePath());
        String page = Files.readString(REPOSITORY.resolve("docs/stage.md"));

        for (ConfiguredStage stage : ConfiguredStage.of(settings)) {
            assertThat(page)
                    .contains("| `" + stage.role() + "` | " + stage.iterations() + " | `" + stage.promise() + "` |");
        }
        assertThat(page)
                .contains("| one of your own | 10 | `" + ConfiguredStage.PROMISE + "` |", "\n## Best practices\n");
        assertThat(Files.readString(REPOSITORY.resolve("README.md")))
                .contains("`ralph stage run`", "[docs/stage.md](docs/stage.md)", "\nstages:\n");
    }

    private static List<String> missing(Pattern pattern, Predicate<String> exists) throws IOException {
        List<String> missing = new ArrayList<>();
        for (Path document : documents()) {
            for (String name : found(pattern, document)) {
                if (!exists.test(name) && !MADE.matcher(name).matches()) {
                    missing.add(document + " names " + name);
                }
            }
        }
        return missing;
    }

    private static List<String> found(Pattern pattern, Path document) throws IOException {
        List<String> found = new ArrayList<>();
        Matcher matcher = pattern.matcher(Files.readString(document));
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    /// The Markdown at the top, in `docs` and in `bench`, and the help of `./check`.
    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>(List.of(REPOSITORY.resolve("check")));
        for (Path folder : List.of(REPOSITORY, REPOSITORY.resolve("bench"))) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(DocumentsTest::isMarkdown).forEach(documents::add);
            }
        }
        try (Stream<Path> files = Files.walk(REPOSITORY.resolve("docs"))) {
            files.filter(DocumentsTest::isMarkdown).forEach(documents::add);
        }
        return documents;
    }

    private static boolean isMarkdown(Path file) {
        return file.toString().endsWith(".md");
    }
}
