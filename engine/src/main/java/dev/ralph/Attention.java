package dev.ralph;

import dev.ralph.backlog.BacklogTask;
import dev.ralph.backlog.TaskStatus;
import dev.ralph.config.Profile;
import dev.ralph.flow.FlowProgress;
import dev.ralph.loop.Activity;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Reason;
import dev.ralph.machine.StreamHead;
import dev.ralph.pipeline.PipelineProgress;
import dev.ralph.pipeline.PipelineReason;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.store.Leases;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.Questions;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import dev.ralph.store.StreamType;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Something that waits for a person.
///
/// @param task     or the name of the run
/// @param text     the question, or why it does not go on
/// @param question its id, null where nothing is asked
/// @param reason   why its loop ended; null where it has not, or no loop has anything to do with it
/// @param listed   it is a task of the project's list
public record Attention(
        Kind kind,
        String task,
        String text,
        Instant since,
        @Nullable String question,
        @Nullable Reason reason,
        boolean listed) {

    public enum Kind {
        QUESTION,
        BLOCKED,
        INTERRUPTED
    }

    /// Everything that waits, the newest last.
    static List<Attention> all(Ralph ralph) throws IOException {
        List<Attention> all = new ArrayList<>();
        Set<String> known = new HashSet<>();
        List<Questions.Question> questions = ralph.questions();
        try (JournalView journal = ralph.journal()) {
            List<BacklogTask> list = ralph.tasks().look().all();
            Set<String> listed = new HashSet<>();
            list.forEach(task -> listed.add(task.id()));
            for (Questions.Question question : questions) {
                StreamSummary stream = journal.stream(question.stream()).orElseThrow();
                String task = stream.head().task();
                known.add(task);
                all.add(new Attention(
                        Kind.QUESTION,
                        task,
                        question.text(),
                        asked(journal, stream, question.id()),
                        question.id(),
                        null,
                        listed.contains(task)));
            }
            for (BacklogTask task : list) {
                if (task.status() == TaskStatus.BLOCKED && known.add(task.id())) {
                    all.add(new Attention(Kind.BLOCKED, task.id(), task.reason(), changed(task), null, null, true));
                }
            }
            known.addAll(listed);
            for (StreamSummary stream : journal.streams(StreamQuery.ALL)) {
                StreamHead head = stream.head();
                if (!head.isJob() && !head.isStage() && known.add(head.task())) {
                    Attention found = of(stream, ralph.leases(), !questions.isEmpty());
                    if (found != null) {
                        all.add(found);
                    }
                }
            }
        }
        all.sort(Comparator.comparing(Attention::since));
        return all;
    }

    private static Instant asked(JournalView journal, StreamSummary stream, String question) {
        StreamType<?, ?> type = switch (stream.head().kind()) {
            case LOOP -> StreamType.LOOP;
            case PIPELINE -> StreamType.PIPELINE;
            case FLOW -> StreamType.FLOW;
        };
        return journal.entriesAfter(type, stream.head().id(), 0).stream()
                .filter(entry -> entry.event().asks() != null
                        && question.equals(entry.event().asks().id()))
                .map(JournalEntry::at)
                .findFirst()
                .orElse(stream.updatedAt());
    }

    private static Instant changed(BacklogTask task) {
        try {
            return OffsetDateTime.parse(String.valueOf(task.fields().get("updatedAt")))
                    .toInstant();
        } catch (DateTimeException unknown) {
            return task.createdAt();
        }
    }

    /// @param asked whether a question is open; a flow may wait for its answer, a loop that reaches this does not
    private static @Nullable Attention of(StreamSummary stream, Leases leases, boolean asked) {
        StreamHead head = stream.head();
        Wording wording = Profile.of(head.profile()).wording();
        boolean waits = stream.parked() && head.kind() == StreamHead.Kind.FLOW && asked;
        boolean dead =
                !stream.ended() && !waits && leases.whoHolds(Leases.key(head)).isEmpty();
        Attention interrupted = dead
                ? new Attention(
                        Kind.INTERRUPTED,
                        head.task(),
                        (stream.parked() ? "answered" : "interrupted") + "; not running",
                        stream.updatedAt(),
                        null,
                        null,
                        false)
                : null;
        return switch (stream.detail()) {
            case FlowProgress flow -> flow.heldBy() == null ? interrupted : null;
            case PipelineProgress pipeline -> {
                PipelineReason reason = pipeline.reason();
                yield reason != null && stream.ended() && needsHelp(reason.outcome())
                        ? blocked(stream, wording.of(reason), null)
                        : null;
            }
            default -> {
                LoopSummary loop = LoopSummary.of(stream);
                Outcome outcome = loop.outcome();
                Reason reason = loop.reason();
                if (outcome != null) {
                    yield reason != null && needsHelp(outcome) ? blocked(stream, wording.of(reason), reason) : null;
                }
                yield loop.attempts() > 0 && loop.activity() != Activity.PAUSED ? interrupted : null;
            }
        };
    }

    private static Attention blocked(StreamSummary stream, String words, @Nullable Reason reason) {
        return new Attention(Kind.BLOCKED, stream.head().task(), words, stream.updatedAt(), null, reason, false);
    }

    private static boolean needsHelp(Outcome outcome) {
        return switch (outcome) {
            case BLOCKED, EXHAUSTED, FAILED, FATAL, WAITING -> true;
            case COMPLETED, STOPPED, CANCELLED, REJECTED -> false;
        };
    }
}
