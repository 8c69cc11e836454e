package dev.ralph.engine;

import dev.ralph.attempt.MarkerFiles;
import dev.ralph.environment.AgentLookup;
import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Signal;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RunIds;
import dev.ralph.proof.LastMessage;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.Journal;
import dev.ralph.store.Questions;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// What an agent asks a person, and the answer.
record AgentQuestion(LoopPaths paths, Policy policy, Journal journal, AgentLookup agents) {
    /// The end of a longer text counts: that is where one asks.
    private static final int LONGEST = 4000;

    /// What the agent wrote beside its wish to wait; where that is nothing, its last words.
    Event.Asked asked(Signal signal, MarkerFiles markers) throws IOException {
        String beside = markers.question(signal).strip();
        String text = beside.isEmpty() ? lastWords() : beside;
        String end = text.length() <= LONGEST ? text : "…" + text.substring(text.length() - LONGEST);
        return new Event.Asked(
                RunIds.next(markers.now()), end.isEmpty() ? "The agent waits for you and does not say why." : end);
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
                        question, Objects.requireNonNull(known.answer()), Objects.requireNonNull(known.by())));
    }

    /// A question that somebody has answered.
    static Optional<Questions.Question> answer(Journal journal, String question) {
        return journal.questions().question(question).filter(known -> known.answer() != null);
    }
}
