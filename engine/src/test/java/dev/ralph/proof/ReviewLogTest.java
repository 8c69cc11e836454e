package dev.ralph.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.budget.Prices;
import dev.ralph.budget.Spent;
import dev.ralph.budget.Tokens;
import dev.ralph.loop.Caps;
import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.Reason;
import dev.ralph.loop.ReviewCost;
import dev.ralph.loop.Verdict;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.StateLayout;
import dev.ralph.store.JournalEntry;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reviews are counted and paid for once, whenever the engine dies.
class ReviewLogTest {
    private static final AgentCommand CLAUDE = AgentCommand.known("claude", null, List.of());
    private static final String COST = """
            {"type":"system","subtype":"init","session_id":"s-1","model":"opus"}
            {"type":"result","subtype":"success","is_error":false,"result":"x","session_id":"s-1","total_cost_usd":0.25,"usage":{"input_tokens":7,"output_tokens":5}}
            """;

    @TempDir
    Path project;

    private final List<JournalEntry<Event>> journal = new ArrayList<>();
    private ReviewLog book;

    @BeforeEach
    void open() throws Exception {
        StateLayout layout = StateLayout.inProject(project);
        Files.createDirectories(layout.state());
        LoopPaths paths = new LoopPaths(layout, project, StreamHead.loop("loop-1", "scratch", "task-001", "restart"));
        book = new ReviewLog(paths, () -> List.copyOf(journal), Prices::none);
    }

    private void review(String printed) throws Exception {
        ReviewLog.Page page = book.open(CLAUDE, "is it done?");
        Files.writeString(page.answer(), printed);
        ReviewLog.close(page, Duration.ofSeconds(3));
    }

    private void journaled(ReviewCost cost) {
        journal.add(new JournalEntry<>(
                journal.size() + 1, Instant.EPOCH, new Event.ChecksEnded(new Verdict(List.of(), cost))));
    }

    private static ReviewCost cost(int reviews, String dollars, int times) {
        Tokens tokens = new Tokens(7L * times, 0, 0, 5L * times);
        Spent spent = new Spent(Map.of("opus", tokens), new BigDecimal(dollars), true);
        return new ReviewCost(reviews, spent, Duration.ofSeconds(3L * times));
    }

    @Test
    void nobody_was_asked_so_nothing_is_due() throws Exception {
        assertThat(book.due()).isNull();
        assertThat(book.asked()).isZero();
    }

    @Test
    void what_a_review_used_is_due_until_a_verdict_has_told_of_it() throws Exception {
        review(COST);
        assertThat(book.due()).isEqualTo(cost(1, "0.25", 1));
        journaled(cost(1, "0.25", 1));
        assertThat(book.due()).isNull();
        assertThat(book.asked()).isEqualTo(1);
    }

    @Test
    void a_review_whose_engine_died_is_paid_for_by_the_next_verdict() throws Exception {
        review(COST);
        review(COST);
        assertThat(book.due()).isEqualTo(cost(2, "0.5", 2));
    }

    @Test
    void one_that_was_cut_short_used_at_least_what_it_told() throws Exception {
        review(COST.lines().findFirst().orElseThrow() + "\n{\"type\":\"resul");
        assertThat(book.due()).isEqualTo(new ReviewCost(1, Spent.UNKNOWN, Duration.ofSeconds(3)));
    }

    @Test
    void one_that_never_began_counts_and_costs_nothing() throws Exception {
        book.open(CLAUDE, "is it done?");
        assertThat(book.due()).isEqualTo(new ReviewCost(1, Spent.NOTHING, Duration.ZERO));
    }

    @Test
    void files_that_somebody_removed_make_no_room_for_more_reviews() throws Exception {
        journaled(cost(3, "0.75", 3));
        assertThat(book.asked()).isEqualTo(3);
        assertThat(book.open(CLAUDE, "is it done?").number()).isEqualTo(4);
    }

    @Test
    void one_whose_engine_died_took_at_least_as_long_as_it_was_heard() throws Exception {
        ReviewLog.Page page = book.open(CLAUDE, "is it done?");
        Files.writeString(page.answer(), "so far so good");
        Files.writeString(page.took(), "PT");
        Instant asked = Instant.parse("2026-01-01T10:00:00Z");
        Files.setLastModifiedTime(page.prompt(), FileTime.from(asked));
        Files.setLastModifiedTime(page.answer(), FileTime.from(asked.plusSeconds(40)));

        assertThat(book.due()).extracting(ReviewCost::took).isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void what_no_verdict_has_told_of_counts_against_the_limits_already() throws Exception {
        Caps.Budget bottomless = Caps.Budget.UNLIMITED;
        Caps caps = new Caps(bottomless, bottomless, Duration.ofSeconds(5), null, 0, 5, false);
        Policy policy = Policy.of(CLAUDE).with(Policy.Limits.DEFAULT.with(caps));
        journal.add(new JournalEntry<>(1, Instant.EPOCH, new Event.LoopStarted(policy)));

        review(COST);
        assertThat(book.left()).isEqualTo(Duration.ofSeconds(2));
        assertThat(book.over()).isEmpty();
        review(COST);
        assertThat(book.over())
                .hasValue(new Reason.CapReached(Reason.Cap.TIME, new BigDecimal("5"), new BigDecimal("6")));
    }
}
