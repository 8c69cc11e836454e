package dev.ralph.engine;

import dev.ralph.budget.Spent;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.paths.LoopPaths;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.JournalEntry;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Compares the books of a loop with what its agents printed: money is counted once, also that of an attempt whose
/// engine died; an attempt that a provider's limit ended uses up none of the allowed ones; and nobody asks a provider
/// before the time it named.
record CostAudit(Complaint expect) {
    private static final Pattern COST = Pattern.compile("\"total_cost_usd\":([0-9.]+)");

    /// Notes what does not hold.
    interface Complaint {
        void expect(boolean holds, String otherwise);
    }

    void of(LoopPaths paths, List<JournalEntry<Event>> entries, List<AttemptSummary> attempts) throws IOException {
        Spent sum = Spent.NOTHING;
        int limited = 0;
        for (AttemptSummary attempt : attempts) {
            AgentStatement said = attempt.statement();
            BigDecimal printed = printed(paths.task().run(attempt.run()).stdout());
            BigDecimal counted = said == null ? null : said.spent().dollars();
            if (printed != null) {
                expect.expect(
                        counted != null && counted.compareTo(printed) == 0,
                        "attempt " + attempt + " cost " + printed + ", counted is " + counted);
            }
            sum = sum.plus(said != null ? said.spent() : ran(attempt) ? Spent.UNKNOWN : Spent.NOTHING);
            limited += isLimited(said) ? 1 : 0;
        }
        LoopState state =
                LoopState.replay(entries.stream().map(JournalEntry::event).toList());
        expect.expect(state.usage().spent().equals(sum), "attempts cost " + sum + ", the loop says " + state.usage());
        expect.expect(state.usage().free() == limited, limited + " attempts were limited: " + state.usage());
        waits(entries);
    }

    private static @Nullable BigDecimal printed(Path stdout) throws IOException {
        BigDecimal last = null;
        if (Files.exists(stdout)) {
            Matcher cost = COST.matcher(Files.readString(stdout));
            while (cost.find()) {
                last = new BigDecimal(cost.group(1));
            }
        }
        return last;
    }

    /// Whether it ran to an end that somebody saw, so that it used something.
    private static boolean ran(AttemptSummary attempt) {
        AttemptReport report = attempt.report();
        return report != null && report.how() != AttemptReport.How.NOT_STARTED;
    }

    private static boolean isLimited(@Nullable AgentStatement said) {
        return said != null && said.hindrance() != null && said.hindrance().cure() == AgentStatement.Cure.WAIT;
    }

    private void waits(List<JournalEntry<Event>> entries) {
        Instant until = Instant.MIN;
        for (JournalEntry<Event> entry : entries) {
            AgentStatement said = switch (entry.event()) {
                case Event.AttemptEnded(int _, AttemptReport report) -> report.statement();
                case Event.AttemptLost lost -> lost.statement();
                default -> null;
            };
            if (said != null && isLimited(said)) {
                until = Objects.requireNonNull(
                        Objects.requireNonNull(said.hindrance()).until());
            }
            if (entry.event() instanceof Event.AttemptStarted) {
                expect.expect(!entry.at().isBefore(until), entry + " did not wait until " + until);
            }
        }
    }
}
