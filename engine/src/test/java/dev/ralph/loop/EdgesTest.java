package dev.ralph.loop;

import static dev.ralph.loop.EventsForTests.POLICY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.loop.ConfinementPolicy.Bounds;
import dev.ralph.loop.ConfinementPolicy.Network;
import dev.ralph.loop.ConfinementPolicy.Reach;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.Policy.Limits;
import dev.ralph.loop.Policy.Pace;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// The smallest and the largest of everything a policy may hold, and what lies one beyond.
class EdgesTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void a_program_may_be_left_with_one_of_everything_and_not_with_nothing() {
        assertThat(new Bounds(SECOND, 1L, 1, 1L).cpu()).isEqualTo(SECOND);
        assertThat(new Reach(Network.LISTED, List.of(), 1L).bytes()).isEqualTo(1);

        refused(() -> new Bounds(Duration.ofMillis(999), null, null, null), "1 of seconds of processor time, not 0");
        refused(() -> new Bounds(null, 0L, null, null), "1 of bytes of memory, not 0");
        refused(() -> new Bounds(null, null, 0, null), "1 of processes, not 0");
        refused(() -> new Bounds(null, null, null, 0L), "1 of bytes of a file, not 0");
        refused(() -> new Reach(Network.LISTED, List.of(), 0L), "1 of bytes by network, not 0");
    }

    @Test
    void a_cap_of_one_is_a_cap_and_a_cap_of_nothing_is_a_mistake() {
        assertThat(new Caps.Budget(1L, new BigDecimal("0.01"), 1L, 1L).disk()).isEqualTo(1);
        assertThat(caps(SECOND, 1L, 0, 1).sameTrees()).isZero();

        refused(() -> new Caps.Budget(null, null, 0L, null), "output limit is 0: it must be more than 0");
        refused(() -> new Caps.Budget(null, null, null, 0L), "disk limit is 0: it must be more than 0");
        refused(() -> caps(Duration.ZERO, 1L, 0, 1), "time limit of the loop is PT0S");
        refused(() -> caps(SECOND, 0L, 0, 1), "least free disk space is 0");
    }

    private static Caps caps(Duration time, Long leastFree, int sameTrees, int limited) {
        return new Caps(Caps.Budget.UNLIMITED, Caps.Budget.UNLIMITED, time, leastFree, sameTrees, limited, false);
    }

    @Test
    void the_usual_dollars_are_known_by_their_worth() {
        assertThat(dollars("25.00", "100.0").hasStandardDollars()).isTrue();
        assertThat(dollars("25", "99").hasStandardDollars()).isFalse();
        assertThat(dollars("24", "100").hasStandardDollars()).isFalse();
        assertThat(new Caps(Caps.Budget.UNLIMITED, Caps.DEFAULT.loop(), null, null, 0, 1, false).hasStandardDollars())
                .isFalse();
    }

    private static Caps dollars(String attempt, String loop) {
        return new Caps(
                new Caps.Budget(null, new BigDecimal(attempt)),
                new Caps.Budget(null, new BigDecimal(loop)),
                null,
                null,
                0,
                1,
                false);
    }

    @Test
    void the_longest_wait_and_the_longest_chain_are_allowed() {
        Duration longest = Duration.ofDays(36_500);
        List<AgentCommand> chain = Collections.nCopies(16, AgentCommand.program("agent"));

        assertThat(Pace.DEFAULT.withRestartDelay(longest).restartDelay()).isEqualTo(longest);
        assertThat(new Limits(0, null, null, 8192, 0).keptOutput()).isEqualTo(8192);
        assertThat(POLICY.withAgents(chain).agents()).hasSize(16);

        refused(() -> Pace.DEFAULT.withRestartDelay(longest.plusNanos(1)), "not be more than 36500 days");
        refused(() -> new Limits(0, null, null, 8191, 0), "it must be 8192 bytes or more");
        refused(
                () -> POLICY.withAgents(Collections.nCopies(17, AgentCommand.program("agent"))),
                "17 agents are given: it must be one, or a chain of at most 16");
        refused(() -> POLICY.withAgents(List.of()), "0 agents are given");
        refused(() -> AgentCommand.program("\0"), "the agent command holds a NUL character");
    }

    @Test
    void a_policy_that_was_changed_holds_the_change_and_all_else() {
        ConfinementPolicy away = ConfinementPolicy.NONE.with(ConfinementPolicy.Workspace.OVERLAY);
        ProofBasis pinned = ProofBasis.NONE.since("c0ffee", "refs/heads/main").pinning(Map.of("test.sh", "hash"));

        Policy changed = POLICY.with(away).with(pinned).with(Pace.DEFAULT.withPoll(SECOND.dividedBy(2)));

        assertThat(changed.confinement().workspace()).isEqualTo(ConfinementPolicy.Workspace.OVERLAY);
        assertThat(changed.confinement().reach()).isEqualTo(Reach.EVERYTHING);
        assertThat(changed.proof().baseline()).isEqualTo("c0ffee");
        assertThat(changed.proof().branch()).isEqualTo("refs/heads/main");
        assertThat(changed.proof().pins()).containsExactly(Map.entry("test.sh", "hash"));
        assertThat(changed.pace().poll()).isEqualTo(Duration.ofMillis(500));
        assertThat(Pace.DEFAULT.withChildWait(SECOND).childWait()).isEqualTo(SECOND);
        assertThat(changed.agents()).isEqualTo(POLICY.agents());
        assertThat(AgentCommand.known("claude", "m", List.of("-v")).words()).containsExactly("claude", "-v");
    }

    @Test
    void a_clean_room_is_used_where_there_is_a_commit_or_where_somebody_wants_it() {
        Policy commits = POLICY.with(Policy.Keep.COMMIT);
        ProofBasis begun = room(ProofBasis.Room.AUTO);

        assertThat(commits.with(begun).usesCleanRoom()).isTrue();
        assertThat(commits.with(begun.since(null, null)).usesCleanRoom())
                .as("nothing was committed yet")
                .isFalse();
        assertThat(POLICY.with(begun).usesCleanRoom()).as("in place").isTrue();
        assertThat(POLICY.with(begun).checksFolder()).isTrue();
        assertThat(commits.with(begun).checksFolder()).isFalse();
        assertThat(POLICY.with(ConfinementPolicy.NONE.with(ConfinementPolicy.Workspace.WORKTREE))
                        .with(begun)
                        .usesCleanRoom())
                .isTrue();
        assertThat(commits.with(room(ProofBasis.Room.OFF)).usesCleanRoom()).isFalse();
        assertThat(POLICY.with(room(ProofBasis.Room.ON)).usesCleanRoom()).isTrue();
        assertThat(POLICY.with(room(ProofBasis.Room.ON)).checksFolder())
                .as("only commits count")
                .isFalse();
    }

    private static ProofBasis room(ProofBasis.Room room) {
        return new ProofBasis("c0ffee", null, Map.of(), room, null);
    }

    @Test
    void proof_that_cannot_be_had_is_refused() {
        refused(
                () -> new ProofBasis(null, null, Map.of(), ProofBasis.Room.ON, " "),
                "prepare is empty: give a shell line, or leave it out");
        refused(
                () -> new ProofBasis.RoomSettings(List.of(), null, -1, false),
                "flaky retries are -1: it must be 0 or more");
        assertThat(new ProofBasis.RoomSettings(List.of(), null, 0, false).retries())
                .isZero();
        assertThat(new ProofBasis(null, null, Map.of(), ProofBasis.Room.ON, "make").prepare())
                .isEqualTo("make");
    }

    private static void refused(ThrowingCallable building, String words) {
        assertThatThrownBy(building)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words);
    }
}
