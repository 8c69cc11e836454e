package dev.ralph.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `docs/configuration.md` says what the table of keys says.
class ConfigurationPageTest {
    private static final String BEGIN = "<!-- keys: made from the table of keys, see ConfigurationPageTest -->\n";
    private static final String END = "<!-- /keys -->\n";
    private static final Path PAGE = Path.of(System.getProperty("ralph.repository", ".."), "docs/configuration.md");

    @TempDir
    Path project;

    @Test
    void the_page_lists_every_key_as_the_table_has_it() throws Exception {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        if (Boolean.getBoolean("ralph.regenerate")) {
            page = page.substring(0, begin) + tables() + page.substring(end);
            Files.writeString(PAGE, page);
            end = page.indexOf(END);
        }
        assertThat(page.substring(begin, end))
                .as("regenerate it: mvn -q -pl engine test -Dtest=ConfigurationPageTest -Dralph.regenerate=true")
                .isEqualTo(tables());
    }

    @ParameterizedTest
    @ValueSource(strings = {"configuration.md", "checks.md"})
    void the_examples_on_the_pages_are_valid_configurations(String name) throws Exception {
        Matcher examples = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(PAGE.resolveSibling(name)));
        int count = 0;
        while (examples.find()) {
            Files.createDirectories(project.resolve(".ralph"));
            Files.writeString(project.resolve(".ralph/config.yaml"), examples.group(1));
            new Configuration(project, project, Map.of()).load(FlagValues.none());
            count++;
        }
        assertThat(count).isPositive();
    }

    private static String tables() {
        StringBuilder tables = new StringBuilder();
        for (SettingKey.Group group : SettingKey.Group.values()) {
            tables.append("\n### ")
                    .append(group.title())
                    .append("\n\n| key | flag | default | meaning |\n|---|---|---|---|\n");
            for (SettingKey<?> key : SettingKeys.all()) {
                if (key.group() == group) {
                    String flag = key == SettingKeys.AGENT ? "--" : "--" + key.flag();
                    String value = " " + key.placeholder().replace("|", "\\|") + "`";
                    String usage = "`" + flag + value + (key.alias().isEmpty() ? "" : ", `--" + key.alias() + value);
                    tables.append("| `").append(key.name()).append("` | ");
                    tables.append(key.onlyInFiles() ? "only in a file" : usage).append(" | ");
                    tables.append(key.standardText().isEmpty() ? "" : "`" + key.standardText() + "`")
                            .append(" | ");
                    tables.append(key.help())
                            .append(key.isResumable() ? "" : " A loop keeps it; `ralph resume` cannot change it.")
                            .append(" |\n");
                }
            }
        }
        return tables.append('\n').toString();
    }
}
