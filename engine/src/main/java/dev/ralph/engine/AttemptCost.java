package dev.ralph.engine;

import dev.ralph.budget.Spent;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.loop.ReviewCost;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one attempt of an agent used, or what reviewers of it used.
///
/// @param run null for reviewers
public record AttemptCost(
        LoopSummary loop, int attempt, @Nullable String run, String agent, Spent spent) {

    /// Of every attempt of these loops, each followed by its reviewers.
    public static List<AttemptCost> of(List<LoopSummary> loops, JournalView journal) {
        List<AttemptCost> costs = new ArrayList<>();
        for (LoopSummary loop : loops) {
            List<AttemptCost> reviews = reviews(journal, loop);
            for (AttemptSummary attempt : journal.attempts(loop.head().id())) {
                AgentStatement said = attempt.statement();
                String agent = said == null ? silent(journal, loop, attempt) : said.agent();
                costs.add(new AttemptCost(loop, attempt.attempt(), attempt.run(), agent, spent(attempt)));
                reviews.stream()
                        .filter(review -> review.attempt() == attempt.attempt())
                        .forEach(costs::add);
            }
        }
        return costs;
    }

    public String task() {
        return loop.head().task();
    }

    public boolean isReview() {
        return run == null;
    }

    private static Spent spent(AttemptSummary attempt) {
        AttemptReport report = attempt.report();
        boolean neverRan = report != null && report.how() == AttemptReport.How.NOT_STARTED;
        AgentStatement said = attempt.statement();
        return said != null ? said.spent() : neverRan ? Spent.NOTHING : Spent.UNKNOWN;
    }

    /// What verdicts tell of reviewers, each with the attempt before it.
    private static List<AttemptCost> reviews(JournalView journal, LoopSummary loop) {
        List<AttemptCost> reviews = new ArrayList<>();
        int attempt = 0;
        for (JournalEntry<Event> entry : journal.entries(loop.head().id())) {
            if (entry.event() instanceof Event.AttemptStarted started) {
                attempt = started.attempt();
            } else if (entry.event() instanceof Event.ChecksEnded ended) {
                ReviewCost cost = ended.verdict().reviewCost();
                if (cost != null) {
                    reviews.add(new AttemptCost(loop, attempt, null, "reviewer", cost.spent()));
                }
            }
        }
        return reviews;
    }

    /// Whose attempt it is that has said nothing, because it still runs, was lost or is no agent that is listened
    /// to.
    private static String silent(JournalView journal, LoopSummary loop, AttemptSummary attempt) {
        List<Event> before = journal.entries(loop.head().id()).stream()
                .map(JournalEntry::event)
                .takeWhile(event ->
                        !(event instanceof Event.AttemptStarted started && started.attempt() == attempt.attempt()))
                .toList();
        LoopState state = LoopState.replay(before);
        Policy.AgentCommand agent = state.policy().agents().get(state.chain().at());
        return agent.kind() == Policy.AgentCommand.Kind.KNOWN ? agent.words().getFirst() : "program";
    }
}
