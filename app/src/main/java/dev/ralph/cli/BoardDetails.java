package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.agent.StreamFormat;
import dev.ralph.backlog.BacklogTask;
import dev.ralph.board.BoardDetail;
import dev.ralph.budget.Spent;
import dev.ralph.engine.AttemptCost;
import dev.ralph.engine.LoopReceipts;
import dev.ralph.json.JsonText;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Verdict;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.TaskId;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.receipt.Evidence;
import dev.ralph.signal.PromiseRule;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import dev.ralph.store.StreamType;
import dev.ralph.verify.Check;
import dev.ralph.wording.Wording;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All that a board tells of one task: what it is about, what must hold, what checks and reviewers said, what changed,
/// what its agent says and what it cost.
record BoardDetails(Ralph ralph) {
    private static final int LONGEST_TEXT = 16 << 10;
    private static final int LONGEST_OUTPUT = 64 << 10;
    private static final int MOST_LINES = 20;
    private static final int MOST_VERDICTS = 12;

    BoardDetail of(String task) throws IOException {
        List<BoardDetail.Section> sections = new ArrayList<>();
        try (JournalView journal = ralph.journal()) {
            List<LoopSummary> loops = journal.loopsOf(task);
            LoopSummary last = loops.isEmpty() ? null : loops.getFirst();
            LoopState state = last == null ? null : journal.state(last.head().id());
            BacklogTask listed = ralph.tasks().look().task(task).orElse(null);
            add(sections, "Task", text(task, listed));
            add(sections, "Criteria", criteria(listed, state));
            add(sections, "Loops", loops(loops));
            add(sections, "Verdicts", verdicts(journal, task, loops));
            add(sections, "Receipts", receipts(task));
            add(sections, "Changes", changes(journal, task, loops));
            add(sections, "Last output", last == null || state == null ? List.of() : output(journal, last, state));
            add(sections, "Cost", cost(task));
        }
        return new BoardDetail(task, sections);
    }

    private static void add(List<BoardDetail.Section> sections, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            sections.add(new BoardDetail.Section(title, lines));
        }
    }

    private List<String> text(String task, @Nullable BacklogTask listed) throws IOException {
        if (listed != null) {
            List<String> lines = new ArrayList<>();
            lines.add(listed.status().word() + ", priority " + listed.priority()
                    + (listed.reason().isBlank() ? "" : ": " + listed.reason()));
            lines.add(listed.title());
            lines.addAll(beginning(listed.description()));
            if (listed.spec() != null) {
                lines.add("spec " + listed.spec());
            }
            if (!listed.blockedBy().isEmpty()) {
                lines.add("after " + String.join(", ", listed.blockedBy()));
            }
            return lines;
        }
        Path file = ralph.layout().task(new TaskId(task)).taskFile();
        return beginning(AddedTasks.text(file, LONGEST_TEXT));
    }

    private static List<String> beginning(String text) {
        return text.lines().filter(line -> !line.isBlank()).limit(MOST_LINES).toList();
    }

    private static List<String> criteria(@Nullable BacklogTask listed, @Nullable LoopState state) {
        List<String> lines = new ArrayList<>();
        if (listed != null && listed.completion() != null) {
            Map<String, @Nullable Object> completion = listed.completion();
            lines.add("complete when " + JsonText.of(completion));
        }
        if (listed != null && listed.fields().get("acceptance_criteria") instanceof List<?> criteria) {
            criteria.forEach(one -> lines.add(String.valueOf(one)));
        }
        if (state != null) {
            PromiseRule promise = state.policy().conversation().promise();
            if (promise != null) {
                lines.add("promise " + promise.promise());
            }
            state.policy()
                    .checks()
                    .forEach(check -> lines.add("check " + Check.of(check).title()));
        }
        return lines;
    }

    private static String name(StreamHead head) {
        return head.role() == null ? head.profile() : BoardReader.role(head);
    }

    /// The newest first.
    private List<String> loops(List<LoopSummary> loops) {
        return loops.stream()
                .limit(MOST_VERDICTS)
                .map(loop -> {
                    String why = StatusCommand.why(loop);
                    return name(loop.head()) + " " + loop.iteration() + "/" + loop.iterations() + ": "
                            + StatusCommand.state(ralph, loop)
                            + (why == null ? "" : ", " + why.lines().findFirst().orElse(""));
                })
                .toList();
    }

    /// What checks and stages said of the work, the newest first.
    private static List<String> verdicts(JournalView journal, String task, List<LoopSummary> loops) {
        List<String> lines = new ArrayList<>();
        for (StreamSummary stream : journal.streams(StreamQuery.of(task).of(StreamHead.Kind.PIPELINE))) {
            for (PipelineEvent event :
                    journal.events(StreamType.PIPELINE, stream.head().id())) {
                if (event instanceof PipelineEvent.StageEnded ended) {
                    String role = journal.stream(ended.loop())
                            .map(loop -> name(loop.head()))
                            .orElse("a stage");
                    ended.findings().forEach(finding -> lines.add(role + " rejected: " + finding));
                }
            }
        }
        for (LoopSummary loop : loops) {
            List<String> here = new ArrayList<>();
            int attempt = 0;
            for (JournalEntry<Event> entry : journal.entries(loop.head().id())) {
                if (entry.event() instanceof Event.AttemptStarted started) {
                    attempt = started.attempt();
                } else if (entry.event() instanceof Event.ChecksEnded ended) {
                    String before = name(loop.head()) + ", attempt " + attempt + ": ";
                    for (Verdict.Result result : ended.verdict().results()) {
                        here.add(before
                                + (result.passed()
                                        ? "passed " + Check.of(result.check()).title()
                                        : "refused: " + Wording.against(result)));
                    }
                }
            }
            lines.addAll(here.reversed());
        }
        return lines.subList(0, Math.min(lines.size(), MOST_VERDICTS));
    }

    private List<String> receipts(String task) {
        List<String> lines = new ArrayList<>();
        for (LoopReceipts book : ralph.receipts(task)) {
            for (Evidence evidence : book.evidence()) {
                lines.add(name(book.loop().head()) + ": "
                        + (evidence.finding().passed() ? "passed " : "did not pass ")
                        + evidence.check().title());
            }
            lines.addAll(book.troubles());
        }
        return lines.subList(0, Math.min(lines.size(), MOST_VERDICTS));
    }

    private List<String> changes(JournalView journal, String task, List<LoopSummary> loops) {
        String commit = changed(journal, task, loops);
        if (commit == null) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of("commit " + commit));
        try {
            lines.addAll(ralph.changed(commit));
        } catch (IOException gone) {
            lines.add("it is not in this repository");
        }
        return lines.subList(0, Math.min(lines.size(), MOST_LINES));
    }

    /// Of the work that was kept, else of the last attempt whose work is conserved; null where there is none.
    private @Nullable String changed(JournalView journal, String task, List<LoopSummary> loops) {
        for (LoopReceipts book : ralph.receipts(task)) {
            if (book.kept() != null) {
                return book.kept();
            }
        }
        for (LoopSummary loop : loops) {
            for (AttemptSummary attempt : journal.attempts(loop.head().id()).reversed()) {
                AttemptReport report = attempt.report();
                String commit = report == null ? null : report.effect().commit();
                if (commit != null) {
                    return commit;
                }
            }
        }
        return null;
    }

    /// The last lines of its last attempt, as `ralph logs` shows them.
    private List<String> output(JournalView journal, LoopSummary loop, LoopState state) {
        List<AttemptSummary> attempts = journal.attempts(loop.head().id());
        if (attempts.isEmpty()) {
            return List.of();
        }
        Path file = new LoopPaths(ralph.layout(), ralph.folder(), loop.head())
                .task()
                .run(attempts.getLast().run())
                .stdout();
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        StreamFormat format = StreamFormat.of(state.agent().stream()).orElse(StreamFormat.TEXT);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, false, StandardCharsets.UTF_8);
        LogSink sink = LogSink.readable(out, format);
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.max(0, bytes.length() - LONGEST_OUTPUT);
            bytes.seek(from);
            byte[] end = new byte[(int) (bytes.length() - from)];
            bytes.readFully(end);
            int first = 0;
            while (from > 0 && first < end.length && end[first] != '\n') {
                first++; // half a line says nothing
            }
            sink.write(end, first, end.length - first);
            sink.end();
        } catch (IOException unreadable) {
            return List.of("cannot be read: " + unreadable.getMessage());
        }
        List<String> lines = said.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
        return lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size());
    }

    private List<String> cost(String task) {
        List<AttemptCost> costs = ralph.costs(task);
        if (costs.isEmpty()) {
            return List.of();
        }
        Spent all = costs.stream().map(AttemptCost::spent).reduce(Spent.NOTHING, Spent::plus);
        List<String> lines = new ArrayList<>();
        lines.add("in all: " + words(all));
        for (AttemptCost cost : costs.subList(0, Math.min(costs.size(), MOST_VERDICTS))) {
            lines.add(name(cost.loop().head()) + ", attempt " + cost.attempt() + ": " + cost.agent() + ", "
                    + words(cost.spent()));
        }
        return lines;
    }

    private static String words(Spent spent) {
        return spent.models().isEmpty()
                ? CostLines.dollars(spent)
                : CostLines.dollars(spent) + ", " + CostLines.tokens(spent) + " tokens";
    }
}
