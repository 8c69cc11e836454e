package dev.ralph.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.agent.TestedVersions.Standing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestedVersionsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2.1.325 (Claude Code)                  | 2.1.325
            codex-cli 0.166.0                      | 0.166.0
            0.61.0                                 | 0.61.0
            GitHub Copilot CLI 1.0.102. Commit: a1 | 1.0.102
            v1.18.33-beta.1                        | 1.18.33
            built on 2026.01 as 3.2.1              | 3.2.1
            no version at all, 12 or 1.2           | ''
            ...                                    | ''
            99999999999999999999.1.1               | ''
            """)
    void a_version_is_found_in_what_a_program_prints(String printed, String version) {
        assertThat(TestedVersions.in(printed)).isEqualTo(version);
    }

    @Test
    void a_version_stands_between_those_that_were_tested_or_outside() {
        TestedVersions versions = TestedVersions.of("2.1.197", "2.1.325");

        assertThat(versions.standing("2.1.197")).isEqualTo(Standing.KNOWN);
        assertThat(versions.standing("2.1.200 (Claude Code)")).isEqualTo(Standing.KNOWN);
        assertThat(versions.standing("2.1.99")).isEqualTo(Standing.OLDER);
        assertThat(versions.standing("2.1.325.1")).isEqualTo(Standing.NEWER);
        assertThat(versions.standing("3.0.0")).isEqualTo(Standing.NEWER);
        assertThat(versions.standing("unknown")).isEqualTo(Standing.UNREADABLE);
        assertThat(TestedVersions.of().standing("whatever")).isEqualTo(Standing.KNOWN);
    }

    @Test
    void the_versions_of_every_agent_are_versions() {
        assertThat(Agents.wellKnown())
                .allSatisfy(kind -> assertThat(kind.versions().tested()).isNotEmpty());
        assertThatThrownBy(() -> TestedVersions.of("new")).hasMessageContaining("new");
    }
}
