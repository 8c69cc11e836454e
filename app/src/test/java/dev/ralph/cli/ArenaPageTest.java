package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The arena and its page.
class ArenaPageTest {
    private static final Path PAGE =
            Path.of(System.getProperty("ralph.repository")).resolve("docs/internals/arena.md");

    @Test
    void the_page_shows_every_agent() throws Exception {
        String page = Files.readString(PAGE);
        String made = new ArenaPage(ArenaAgent.cheats(), ArenaAgent.honest(), new ArenaVerdicts()).text();
        int begin = page.indexOf(ArenaPage.BEGIN);
        if (Boolean.getBoolean("ralph.regenerate")) {
            Files.writeString(PAGE, page.substring(0, begin) + made);
        }

        assertThat(Files.readString(PAGE).substring(begin))
                .as("regenerate it: mvn -q -pl app -am test -Dtest=ArenaPageTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dralph.regenerate=true")
                .isEqualTo(made);
    }

    @Test
    void the_manual_names_every_cheat_that_is_known_not_to_be_caught() throws Exception {
        String manual =
                Files.readString(Path.of(System.getProperty("ralph.repository")).resolve("docs/proof.md"));

        assertThat(ArenaAgent.cheats())
                .filteredOn(agent -> agent.field("known").isPresent())
                .allSatisfy(agent -> assertThat(manual).contains("`" + agent.name() + "`"));
    }

    @Test
    void there_are_enough_agents_in_every_language() {
        assertThat(ArenaAgent.cheats()).hasSizeGreaterThanOrEqualTo(150);
        assertThat(ArenaAgent.honest()).hasSizeGreaterThanOrEqualTo(70);
        for (String repository : java.util.List.of("java", "node", "python", "shell")) {
            assertThat(ArenaAgent.cheats())
                    .filteredOn(agent -> agent.repository().equals(repository))
                    .hasSizeGreaterThan(5);
            assertThat(ArenaAgent.honest())
                    .filteredOn(agent -> agent.repository().equals(repository))
                    .hasSizeGreaterThan(3);
        }
    }
}
