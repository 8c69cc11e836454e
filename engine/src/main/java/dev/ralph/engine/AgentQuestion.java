package dev.ralph.engine;

import dev.ralph.attempt.MarkerFiles;
import dev.ralph.budget.Grant;
import dev.ralph.budget.Grants;
import dev.ralph.environment.AgentLookup;
import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Signal;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RunIds;
import dev.ralph.proof.LastMessage;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.Journal;
import dev.ralph.store.Questions;
import dev.ralph.store.StreamSummary;
import dev.ralph.store.StreamType;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What an agent asks a person, and the answer.
record AgentQuestion(LoopPaths paths, Policy policy, Journal journal, AgentLookup agents) {
    /// The end of a longer text counts: that is where one asks.
    private static final int LONGEST = 4000;

    /// What the agent wrote beside its wish to wait; where that is nothing, its last words.
    ///
    /// @param signal null where it does not wish to wait, but its attempts change nothing
    Event.Asked asked(@Nullable Signal signal, MarkerFiles markers) throws IOException {
        String beside = signal == null ? "" : markers.question(signal).strip();
        String text = markers.scrubbed(List.of(beside.isEmpty() ? lastWords() : beside))
                .getFirst();
        String end = text.length() <= LONGEST ? text : "…" + text.substring(text.length() - LONGEST);
        String words = end.isEmpty() ? "none" : end;
        return new Event.Asked(
                RunIds.next(markers.now()),
                signal == null
                        ? "The last attempts changed nothing. The agent's last words: " + words
                        : end.isEmpty() ? "The agent is waiting and gave no reason." : words);
    }

    private String lastWords() throws IOException {
        List<AttemptSummary> attempts = journal.attempts(paths.head().id());
        return new LastMessage(paths, policy, agents, attempts.isEmpty() ? null : attempts.getLast())
                .read()
                .strip();
    }

    Optional<Event.Answered> answered(String question) {
        return answer(journal, question)
                .map(known -> new Event.Answered(
                        question,
                        Objects.requireNonNull(known.answer()),
                        Objects.requireNonNull(known.by()),
                        granted()));
    }

    /// What the loop of a stage may use by now; null where nobody says. Its pipeline may not have heard yet that it has
    /// less.
    private @Nullable Grant granted() {
        StreamHead head = paths.head();
        StreamHead pipeline = parent(head);
        StreamHead flow = pipeline == null ? null : parent(pipeline);
        if (!head.isStage() || pipeline == null || flow == null) {
            return null;
        }
        Grants grants = journal.state(StreamType.PIPELINE, pipeline.id()).grants();
        Grant all = journal.state(StreamType.FLOW, flow.id()).grants().granted(pipeline.id());
        return (all == null ? grants : grants.within(all)).granted(head.id());
    }

    private @Nullable StreamHead parent(StreamHead child) {
        String id = child.parent();
        return id == null ? null : journal.stream(id).map(StreamSummary::head).orElse(null);
    }

    /// A question that somebody has answered.
    static Optional<Questions.Question> answer(Journal journal, String question) {
        return journal.questions().question(question).filter(known -> known.answer() != null);
    }
}
