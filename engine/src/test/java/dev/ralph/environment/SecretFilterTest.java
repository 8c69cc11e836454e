package dev.ralph.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.loop.ConfinementPolicy;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SecretFilterTest {
    private static final ConfinementPolicy CONFINED = new ConfinementPolicy(
            ConfinementPolicy.Workspace.OVERLAY,
            ConfinementPolicy.Sandbox.AUTO,
            ConfinementPolicy.Reach.EVERYTHING,
            ConfinementPolicy.Visibility.USUAL,
            ConfinementPolicy.Bounds.NONE);

    @Test
    void a_check_sees_what_ralph_adds_and_of_what_it_inherits_what_programs_need() {
        InheritedVariables inherited = InheritedVariables.of(Map.of("PATH", "/bin", "TOKEN", "secret", "SEED", "1"));
        SecretFilter filter = new SecretFilter(CONFINED, inherited);

        Map<String, String> seen = filter.seen(
                Map.of("PATH", "/bin", "TOKEN", "secret", "SEED", "2", "PYTEST_ADDOPTS", "--junitxml=a.xml"),
                ProgramToConfine.CHECK);

        assertThat(seen)
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("PATH", "/bin", "SEED", "2", "PYTEST_ADDOPTS", "--junitxml=a.xml"));
    }
}
