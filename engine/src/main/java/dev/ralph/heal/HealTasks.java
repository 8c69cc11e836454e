package dev.ralph.heal;

import dev.ralph.backlog.ListedTasks;
import dev.ralph.config.Weakening;
import dev.ralph.disk.Sha256;
import dev.ralph.failure.Failure;
import dev.ralph.failure.FailureClassifier;
import dev.ralph.failure.FailureOutput;
import dev.ralph.failure.FailureType;
import dev.ralph.failure.TargetTable;
import dev.ralph.flow.FailedStage;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowTasks;
import dev.ralph.flow.ProposedCorrection;
import dev.ralph.flow.TaskFacts;
import dev.ralph.flow.TaskReason;
import dev.ralph.flow.UnknownTask;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Verdict;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.RequestRefused;
import dev.ralph.paths.RunIds;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelineEvent.FailureClassified;
import dev.ralph.pipeline.PipelineEvent.FailureDetails;
import dev.ralph.pipeline.PipelinePlan;
import dev.ralph.spec.Feature;
import dev.ralph.spec.Marker;
import dev.ralph.spec.Reference;
import dev.ralph.spec.Section;
import dev.ralph.spec.SpecDocument;
import dev.ralph.spec.SpecFile;
import dev.ralph.spec.SpecFinding;
import dev.ralph.spec.SpecFolder;
import dev.ralph.spec.SpecTask;
import dev.ralph.spec.TaskLinks;
import dev.ralph.spec.TasksDocument;
import dev.ralph.spec.TestMention;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The tasks of a spec as a flow works on them, one after the other in the order of their document. When one fails,
/// what went wrong is classified, a corrector says how the document that is to blame should read, and that is applied.
///
/// It promises:
/// 1. At most one task is marked as in progress; only what is proven is ticked, and only here.
/// 2. A document is corrected whole or not at all, and nothing of it changes but the section in question.
/// 3. A task is corrected three times at most before a person is asked: also across restarts.
/// 4. Whatever is asked for again after a crash takes effect once.
public final class HealTasks implements FlowTasks {
    public static final String EXECUTE = "execute";
    public static final String CORRECTOR = "corrector";
    public static final String CLASSIFIER = PipelinePlan.Correction.CLASSIFIER;
    public static final int MOST = 3;

    private static final int LONGEST_ERROR = 4_000;
    private static final int LONGEST_CONTEXT = 8_000;
    private static final Pattern YES = Pattern.compile(
            "(?iU)\\s*(yes|yep|yeah|y|ok|okay|sure)(\\W+(please|thanks|thank you|do it|apply it))*\\W*");
    private static final Pattern NO = Pattern.compile(
            "(?isU)\\s*(no|nope|n|never)(\\W+(please|thanks|thank you|never)\\W*|\\s*[,.;:!–—-].*|\\s*)");
    private static final Set<String> UNREADABLE = Set.of("duplicate-task", "not-a-task", "merge-conflict");
    private static final String LOOP = "corrector";
    private static final String BEFORE = "before";
    private static final String AFTER = "after";
    private static final String SHOWN = "shown";
    private static final String CHANGE = "change";
    private static final String FAILED = "failed";
    private static final String APPLIED = "applied";
    private static final String LOGGED = "logged";

    private final SpecFolder folder;
    private final Rules rules;
    private final ListedTasks.Committing committing;
    private final UnaryOperator<String> scrubber;
    private final Function<TaskReason, String> words;
    private final InstantSource clock;
    private final SpecWriter writer;
    private final OrchestratorState state;
    private final Devlog devlog;
    private String flow = "";
    /// What was read or written last: large documents are parsed only when they have changed.
    private volatile @Nullable Feature lastRead;

    /// How tasks are worked on.
    ///
    /// @param execute   the policy of who works on a task
    /// @param corrector of who corrects its documents
    /// @param classifier of who is asked what a failure is where that is unclear; null: nobody is
    /// @param targets   which document a failure is about
    /// @param weakening what happens with a correction that asks for less than before
    /// @param optional  whether optional tasks are worked on, too
    /// @param proven    whether something proves the work, or nobody wants that
    public record Rules(
            Policy execute,
            Policy corrector,
            @Nullable Policy classifier,
            TargetTable targets,
            Weakening weakening,
            boolean optional,
            boolean proven) {}

    /// @param scrubber takes secrets out of what is written for others to read
    /// @param words    why a task is not done, in a sentence
    public HealTasks(
            SpecFolder folder,
            Rules rules,
            ListedTasks.Committing committing,
            UnaryOperator<String> scrubber,
            Function<TaskReason, String> words,
            InstantSource clock) {
        this.folder = folder;
        this.rules = rules;
        this.committing = committing;
        this.scrubber = scrubber;
        this.words = words;
        this.clock = clock;
        this.writer = new SpecWriter(folder);
        this.state = new OrchestratorState(folder.project(), folder.feature());
        this.devlog = new Devlog(folder.project(), ZoneId.systemDefault());
    }

    /// Files that Ralph itself writes, relative to the project.
    public static List<String> ours(SpecFolder folder) {
        return Stream.concat(Stream.of(SpecFile.values()).map(folder::file), Stream.of(Devlog.file(folder.project())))
                .map(file -> folder.project().relativize(file).toString())
                .toList();
    }

    @Override
    public void require() throws IOException {
        if (!rules.proven()) {
            throw new RequestRefused("nothing would prove a task of " + folder.feature()
                    + ": give the project tests, or say --check 'COMMAND'");
        }
        Feature feature = readable();
        if (feature.tasks().inOrder().isEmpty()) {
            throw new RequestRefused("there is no task in " + folder.file(SpecFile.TASKS)
                    + ": write `- [ ] 1. What to do` into it, or see `ralph spec lint " + folder.feature() + "`");
        }
    }

    /// The documents, unless nobody can know what is meant: two tasks with one number, what only looks like a task, or
    /// both sides of a conflict.
    private Feature readable() throws IOException {
        Feature feature = read();
        for (SpecFinding finding : feature.lint()) {
            if (UNREADABLE.contains(finding.rule())) {
                throw new RequestRefused(folder.file(finding.file()) + ", line " + finding.line() + ": "
                        + finding.words() + "; see `ralph spec lint " + folder.feature() + "`");
            }
        }
        return feature;
    }

    /// As the journal calls a task of a spec.
    public static String name(String feature, String task) {
        return feature + "-" + task.replace("#", "n");
    }

    /// As its document calls a task.
    public static String number(String name) {
        String number = name.substring(name.lastIndexOf('-') + 1);
        return number.startsWith("n") ? "#" + number.substring(1) : number;
    }

    @Override
    public void begins(String id) {
        flow = id;
    }

    @Override
    public String lease() {
        return "spec-" + folder.feature();
    }

    private Feature read() throws IOException {
        Feature read = folder.read(lastRead);
        lastRead = read;
        return read;
    }

    private void write(TasksDocument before, TasksDocument after) throws IOException {
        writer.write(before, after);
        Feature read = lastRead;
        lastRead = read == null ? null : read.with(after);
    }

    private SpecLog log() {
        return new SpecLog(folder.project(), flow.isEmpty() ? "run" : flow);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    @Override
    public Object version() throws IOException {
        Path file = folder.file(SpecFile.TASKS);
        return Files.exists(file) ? List.of(Files.size(file), Files.getLastModifiedTime(file)) : "";
    }

    @Override
    public FlowEvent pick(List<String> inFlight) throws IOException {
        if (!inFlight.isEmpty()) { // the order of the document is the order of dependencies
            return new FlowEvent.NoneReady(FlowEvent.Until.SOMETHING_ENDS);
        }
        TasksDocument tasks = withParents(readable().tasks());
        List<SpecTask> all = tasks.inOrder();
        state.begins(
                now(),
                all.stream().filter(HealTasks::isDone).map(SpecTask::id).toList(),
                rules.optional()
                        ? List.of()
                        : all.stream()
                                .filter(SpecTask::optional)
                                .flatMap(task -> withAllBelow(task).stream())
                                .filter(task -> !isDone(task))
                                .map(SpecTask::id)
                                .distinct()
                                .toList());
        if (!Files.exists(log().file())) {
            log().say(now(), "execution_started", null, "the tasks of " + folder.feature(), Map.of());
        }
        Optional<SpecTask> next = next(tasks.tasks());
        if (next.isEmpty()) {
            log().say(now(), "execution_completed", null, "every task of " + folder.feature() + " is done", Map.of());
            return new FlowEvent.NoneReady(FlowEvent.Until.FOR_GOOD);
        }
        SpecTask task = next.get();
        mark(task.id(), Marker.IN_PROGRESS);
        state.works(task.id());
        log().say(now(), "task_started", task.id(), task.title(), Map.of("spec", folder.feature()));
        return new FlowEvent.TaskPicked(name(folder.feature(), task.id()), 0);
    }

    private static boolean isDone(SpecTask task) {
        return task.marker() == Marker.COMPLETED;
    }

    /// The first that has no open task below it. What is ticked is done with all below it, but for optional ones that
    /// were left out before.
    @Override
    public FlowEvent.NoneReady left() throws IOException {
        boolean more = next(withParents(readable().tasks()).tasks()).isPresent();
        return new FlowEvent.NoneReady(more ? FlowEvent.Until.NEXT_RUN : FlowEvent.Until.FOR_GOOD);
    }

    private Optional<SpecTask> next(List<SpecTask> tasks) {
        for (SpecTask task : tasks) {
            boolean left = !isDone(task) && (rules.optional() || !task.optional());
            List<SpecTask> within = left
                    ? task.children()
                    : isDone(task) && rules.optional()
                            ? task.children().stream()
                                    .filter(child -> isDone(child) || child.optional())
                                    .toList()
                            : List.of();
            Optional<SpecTask> below = next(within);
            if (below.isPresent() || left) {
                return below.isPresent() ? below : Optional.of(task);
            }
        }
        return Optional.empty();
    }

    /// A task is done when all tasks below it are that have to be.
    private TasksDocument withParents(TasksDocument tasks) throws IOException {
        IdentityHashMap<SpecTask, Marker> through = new IdentityHashMap<>();
        tasks.tasks().forEach(task -> through(task, through));
        TasksDocument now = tasks.marked(through);
        if (!now.text().equals(tasks.text())) {
            write(tasks, now);
        }
        return now;
    }

    /// Whether it is done, or is now.
    private boolean through(SpecTask task, IdentityHashMap<SpecTask, Marker> through) {
        boolean some = false;
        boolean all = true;
        for (SpecTask child : task.children()) {
            boolean done = through(child, through);
            some |= done;
            all &= done || (child.optional() && !rules.optional());
        }
        if (!isDone(task) && some && all) {
            through.put(task, Marker.COMPLETED);
        }
        return isDone(task) || (some && all);
    }

    /// Marks a task; no other one stays in progress.
    private void mark(String task, Marker marker) throws IOException {
        TasksDocument before = read().tasks();
        IdentityHashMap<SpecTask, Marker> changed = new IdentityHashMap<>();
        for (SpecTask other : before.inOrder()) {
            if (other.marker() == Marker.IN_PROGRESS) {
                changed.put(other, Marker.NOT_STARTED);
            }
        }
        SpecTask known = before.task(task).orElseThrow(() -> gone(task));
        if (known.marker() == marker) {
            changed.remove(known);
        } else {
            changed.put(known, marker);
        }
        TasksDocument after = before.marked(changed);
        if (!after.text().equals(before.text())) {
            write(before, after);
        }
    }

    private UnknownTask gone(String task) {
        return new UnknownTask("task " + task + " is not in " + folder.file(SpecFile.TASKS) + " any more");
    }

    private SpecTask known(Feature feature, String name) throws UnknownTask {
        return feature.tasks().task(number(name)).orElseThrow(() -> gone(number(name)));
    }

    private SpecTask known(String name) throws IOException {
        return known(read(), name);
    }

    @Override
    public PipelinePlan plan(String task) throws IOException {
        SpecTask known = known(task);
        return new PipelinePlan(
                List.of(new PipelinePlan.Stage(EXECUTE, rules.execute(), null)),
                new PipelinePlan.Correction(
                        CORRECTOR,
                        rules.corrector(),
                        MOST,
                        Math.min(MOST, state.attempts(known.id())),
                        rules.classifier()),
                PipelinePlan.UsedUp.ASK,
                known.checkpoint() ? "Checkpoint " + title(known) : null);
    }

    private static String title(SpecTask task) {
        return task.id() + " " + task.title();
    }

    @Override
    public String title(String task) throws IOException {
        return folder.feature() + " " + title(known(task));
    }

    /// Its box says that somebody works on it from now on.
    @Override
    public String text(String task, String role) throws IOException {
        mark(number(task), Marker.IN_PROGRESS);
        Feature feature = read();
        SpecTask known = known(feature, task);
        StringBuilder text = new StringBuilder(QuotedText.lines(folder.feature() + " " + title(known))).append("\n\n");
        text.append("This is task ")
                .append(known.id())
                .append(" of the spec in ")
                .append(folder.project().relativize(folder.path()))
                .append(". It is marked [-] in tasks.md because you are the one who works on it.\n")
                .append("Work on this task alone. Ralph runs the tests, ticks the boxes and corrects the documents: ")
                .append("leave .kiro and DEVLOG.md as they are.\n");
        if (!known.children().isEmpty()) {
            text.append("Do the tasks below it first, in their order.\n");
        }
        Set<String> quoted = new LinkedHashSet<>();
        quote(text, quoted, feature.tasks(), known.section());
        TaskLinks links = feature.links(known);
        links.requirements().forEach(one -> quote(text, quoted, feature.requirements(), one.section()));
        links.properties().forEach(one -> quote(text, quoted, feature.design(), one.section()));
        for (Map<String, @Nullable Object> one : changes(known)) {
            Optional<SpecFile> file = SpecFile.of(String.valueOf(one.get("file")));
            if (file.isPresent()) {
                SpecDocument document = feature.document(file.get());
                section(document, String.valueOf(one.get("section")))
                        .ifPresent(section -> quote(text, quoted, document, section));
            }
        }
        state.corrections(known.id()).stream()
                .map(one -> one.get(FAILED))
                .filter(Objects::nonNull)
                .reduce((_, later) -> later)
                .ifPresent(failed -> text.append("\n## How it failed the last time\n\n")
                        .append(QuotedText.lines(String.valueOf(failed)))
                        .append('\n'));
        return text.toString();
    }

    private static void quote(StringBuilder text, Set<String> quoted, SpecDocument document, Section section) {
        String from = document.file().fileName();
        if (quoted.add(from + " " + CorrectedSection.name(section))) {
            text.append("\n## From ").append(from).append("\n\n");
            text.append(QuotedText.lines(section.unindented(document))).append('\n');
        }
    }

    @Override
    public void checked(String task, Verdict verdict, Instant at) throws IOException {
        List<Map<String, Object>> checks = verdict.results().stream()
                .map(result -> Map.<String, Object>of(
                        "check", result.check(), "exitCode", result.exitCode(), "passed", result.passed()))
                .toList();
        log().say(
                        at,
                        "test_run",
                        number(task),
                        verdict.passed() ? "every check passed" : "a check failed",
                        Map.of("passed", verdict.passed(), "checks", checks));
    }

    @Override
    public PipelineEvent classify(String task, FailedStage failed, @Nullable Opinion opinion) throws IOException {
        Feature feature = read();
        SpecTask known = known(feature, task);
        Captured captured = captured(failed);
        Failure read = captured.failure();
        if (opinion == null && rules.classifier() != null && read.isUnclear()) {
            log().say(
                            failed.at(),
                            "failure_unclear",
                            known.id(),
                            "the classifier is asked what failed",
                            Map.of("errorType", read.type().word(), "confidence", read.confidence()));
            return new PipelineEvent.FailureUnclear();
        }
        Optional<Failure> said = opinion == null
                ? Optional.empty()
                : new ClassifierQuestion(opinion.loop()).answer(opinion.words(), read);
        Failure failure = named(feature, said.orElse(read));
        String output = captured.output();
        String error = captured.error();
        TargetTable.Target target =
                rules.targets().target(failure, feature.links(known).covered());
        SpecFile wanted = SpecFile.of(target.file()).orElse(SpecFile.TASKS);
        FailureSection blamed = new FailureSection(feature, known, failure, output);
        Section section = blamed.in(wanted);
        SpecFile file = section.kind() == Section.Kind.TASK ? SpecFile.TASKS : wanted;
        settle(known, Devlog.Status.FAILED);
        mark(known.id(), Marker.NOT_STARTED);
        Map<String, @Nullable Object> context = new LinkedHashMap<>();
        context.put("errorType", failure.type().word());
        context.put("rootCause", failure.cause().words());
        context.put(
                "candidates",
                failure.type().causes().stream().map(cause -> cause.words()).toList());
        context.put("confidence", failure.confidence());
        context.put("tool", failure.tool());
        if (opinion != null) {
            context.put("classifiedBy", said.isPresent() ? CLASSIFIER : "recognisers");
        }
        context.put("location", captured.place());
        context.put("failedTest", failure.location().test());
        context.put("counterexample", failure.counterexample());
        context.put("taskDescription", title(known));
        context.put("stackTrace", QuotedText.end(output, LONGEST_ERROR));
        context.put("linkedTo", blamed.linkedTo());
        log().say(failed.at(), "task_failed", known.id(), error, context);
        remember(known.id(), Map.of(FAILED, captured.report()));
        return new FailureClassified(
                failure.type().word(),
                failure.cause().words(),
                new FailureDetails(
                        error,
                        file.fileName(),
                        CorrectedSection.name(section),
                        target.action(),
                        captured.place(),
                        failure.location().test(),
                        failure.counterexample(),
                        captured.excerpt(),
                        failed.at()));
    }

    @Override
    public String classifierText(String task, FailedStage failed, String loop) throws IOException {
        Captured captured = captured(failed);
        return new ClassifierQuestion(loop)
                .text(
                        title(known(task)),
                        QuotedText.around(captured.output().strip(), captured.error(), LONGEST_CONTEXT));
    }

    /// What is known of a failure.
    ///
    /// @param output what was printed, without secrets
    /// @param error  what went wrong, in its own words
    /// @param place  where it shows
    private record Captured(
            String output,
            Failure failure,
            String error,
            @Nullable String place) {
        @Nullable
        String excerpt() {
            String printed = QuotedText.around(output.strip(), error, LONGEST_ERROR);
            return printed.isEmpty() || printed.equals(error) ? null : printed;
        }

        /// For whoever works on the task next.
        String report() {
            String printed = excerpt();
            return CorrectorPrompt.error(error, place(), failure.location().test(), failure.counterexample())
                    + (printed == null ? "" : "\n\n" + printed);
        }
    }

    private Captured captured(FailedStage failed) {
        FailureOutput output = new FailureOutput(scrubber.apply(failed.output()), failed.exitCode(), failed.timedOut());
        Failure failure = FailureClassifier.classify(output);
        return new Captured(output.text(), failure, error(failure, output.text(), failed), place(failure));
    }

    /// A test that is named after a property of the design shows that, whichever library it uses.
    private static Failure named(Feature feature, Failure failure) {
        String test = failure.location().test();
        boolean property = failure.type() == FailureType.TEST_FAILURE
                && test != null
                && TestMention.in(feature.name(), "", test).stream()
                        .anyMatch(mention -> mention.target() == Reference.Target.PROPERTY
                                && feature.design().property(mention.to()).isPresent());
        return property ? failure.ofProperty() : failure;
    }

    private @Nullable String place(Failure failure) {
        String file = failure.location().file();
        return Stream.of(
                        file == null ? null : inProject(file),
                        failure.location().line(),
                        failure.location().function())
                .filter(Objects::nonNull)
                .map(String::valueOf)
                .reduce((one, other) -> one + ":" + other)
                .orElse(null);
    }

    /// Checks run in rooms whose folders are gone afterwards: what ends like a file of the project is that file.
    private String inProject(String file) {
        Path named;
        try {
            named = Path.of(file);
        } catch (InvalidPathException strange) {
            return file;
        }
        return IntStream.range(0, named.isAbsolute() ? named.getNameCount() : 0)
                .mapToObj(from -> named.subpath(from, named.getNameCount()))
                .filter(tail -> Files.isRegularFile(folder.project().resolve(tail)))
                .findFirst()
                .map(Path::toString)
                .orElse(file);
    }

    private static String error(Failure failure, String output, FailedStage failed) {
        String message = failure.message().isBlank()
                ? output.isBlank()
                        ? failed.reason()
                        : output.lines()
                                .filter(line -> !line.isBlank())
                                .findFirst()
                                .orElse("")
                : failure.message();
        return QuotedText.end(message.strip(), LONGEST_ERROR);
    }

    @Override
    public String correctorText(String task, FailureClassified failure, int used) throws IOException {
        Feature feature = read();
        SpecTask known = known(feature, task);
        FailureDetails details = Objects.requireNonNull(failure.details());
        missed(known, used, details.at(), details.error(), failure.cause());
        SpecDocument document = document(feature, details);
        Section section = section(document, details.section()).orElse(known.section());
        remember(known.id(), Map.of(SHOWN, Sha256.of(section.in(document))));
        String text = new CorrectorPrompt(failure, details, known, document, section)
                .text(changes(known).stream()
                        .map(one -> String.valueOf(one.get(CHANGE)))
                        .toList());
        return isChecked() ? text + CorrectorPrompt.contradictingNone(feature.requirements()) : text;
    }

    /// A corrector that failed is counted, too.
    private void missed(SpecTask task, int used, Instant at, String error, String cause) throws IOException {
        if (used > state.attempts(task.id())) {
            String none = "none: the corrector failed" + (isChecked() ? ", or its checker did not approve" : "");
            devlog.corrected(at, title(task), error, cause, none, used, MOST, Devlog.Status.REFUSED);
            state.attempts(task.id(), used);
        }
    }

    /// Whether another agent looks at what the corrector says.
    private boolean isChecked() {
        return !rules.corrector().checks().isEmpty();
    }

    private static SpecDocument document(Feature feature, FailureDetails details) {
        return feature.document(SpecFile.of(details.file()).orElse(SpecFile.TASKS));
    }

    private static Optional<Section> section(SpecDocument document, String name) {
        return document.sections().stream()
                .filter(section -> CorrectedSection.name(section).equals(name))
                .findFirst();
    }

    /// What is known of the correction that is being made: the last of the list, which has no loop yet, or this one.
    private void remember(String task, Map<String, Object> more) throws IOException {
        List<Map<String, @Nullable Object>> all = new ArrayList<>(state.corrections(task));
        Object loop = all.isEmpty() ? null : all.getLast().get(LOOP);
        if (all.isEmpty() || (loop != null && !loop.equals(more.get(LOOP)))) {
            all.add(new LinkedHashMap<>());
        }
        all.getLast().putAll(more);
        state.corrections(task, all);
    }

    /// What was written for a task, oldest first. What was only meant to be written is none of it.
    private List<Map<String, @Nullable Object>> changes(SpecTask task) throws IOException {
        return state.corrections(task.id()).stream()
                .filter(HealTasks::isApplied)
                .toList();
    }

    private static boolean isApplied(Map<String, @Nullable Object> correction) {
        return Boolean.TRUE.equals(correction.get(APPLIED));
    }

    @Override
    public PipelineEvent correct(String task, ProposedCorrection proposed) throws IOException {
        SpecTask known = known(task);
        try {
            return applied(known, proposed);
        } catch (CorrectedSection.Unusable unusable) {
            return refused(known, proposed, unusable.why());
        }
    }

    private PipelineEvent refused(SpecTask task, ProposedCorrection proposed, String why) throws IOException {
        state.attempts(task.id(), proposed.number());
        Map<String, Object> context = Map.of("attemptNumber", proposed.number(), "success", false);
        log().say(proposed.at(), "correction_refused", task.id(), scrubber.apply(why), context);
        FailureDetails details = Objects.requireNonNull(proposed.failure().details());
        devlog.corrected(
                details.at(),
                title(task),
                details.error(),
                proposed.failure().cause(),
                "none: " + scrubber.apply(why),
                proposed.number(),
                MOST,
                Devlog.Status.REFUSED);
        return new PipelineEvent.CorrectionRefused(scrubber.apply(why));
    }

    private PipelineEvent applied(SpecTask task, ProposedCorrection proposed)
            throws IOException, CorrectedSection.Unusable {
        Feature feature = read();
        FailureDetails details = Objects.requireNonNull(proposed.failure().details());
        SpecDocument document = document(feature, details);
        Section section = section(document, details.section())
                .orElseThrow(() -> new CorrectedSection.Unusable(
                        "what was to be corrected is not in " + document.file().fileName() + " any more"));
        CorrectedSection edit = CorrectedSection.in(scrubber.apply(proposed.words()));
        List<Map<String, @Nullable Object>> past = state.corrections(task.id());
        Map<String, @Nullable Object> last = past.isEmpty() ? Map.of() : past.getLast();
        String is = Sha256.of(CorrectedSection.normal(section.in(document)));
        boolean again = proposed.loop().equals(last.get(LOOP));
        boolean written = again && (isApplied(last) || is.equals(last.get(AFTER)));
        if (!written) { // else nobody heard of it
            if (!Sha256.of(section.in(document)).equals(last.get(SHOWN))) {
                throw new CorrectedSection.Unusable(
                        CorrectedSection.label(section) + " changed meanwhile; the correction was not applied");
            }
            String shall = Sha256.of(CorrectedSection.normal(edit.text()));
            boolean tried = changes(task).stream()
                    .anyMatch(one -> shall.equals(one.get(AFTER)) || shall.equals(one.get(BEFORE)));
            if (tried) {
                throw new CorrectedSection.Unusable("the correction repeats an earlier text");
            }
            SpecDocument after = edit.in(feature, document, section);
            String weaker = CorrectedSection.weakening(document, section, after);
            PipelineEvent asked = weaker == null ? null : against(weaker, proposed.answer());
            if (asked != null) {
                return asked;
            }
            Map<String, Object> intent = new LinkedHashMap<>();
            intent.put(LOOP, proposed.loop());
            intent.put(BEFORE, is);
            intent.put(AFTER, shall);
            intent.put(
                    CHANGE,
                    CorrectedSection.label(section) + ": " + edit.summary()
                            + (weaker == null ? "" : " (asks for less than before: " + weaker + ")"));
            intent.put("file", document.file().fileName());
            intent.put("section", details.section());
            intent.put("number", proposed.number());
            intent.put("error", details.error());
            intent.put("cause", proposed.failure().cause());
            intent.put("at", details.at().toString());
            remember(task.id(), intent);
            try {
                writer.correct(document, after, proposed.at());
                lastRead = feature.with(after);
            } catch (IOException unwritten) {
                throw new CorrectedSection.Unusable(
                        "the correction could not be applied: " + FileErrorText.words(unwritten));
            }
        }
        remember(task.id(), Map.of(LOOP, proposed.loop(), APPLIED, true));
        state.attempts(task.id(), proposed.number());
        String change = String.valueOf(state.corrections(task.id()).getLast().get(CHANGE));
        String file = document.file().fileName();
        log().corrected(
                        proposed.at(),
                        task.id(),
                        proposed.failure().kind(),
                        file,
                        proposed.number(),
                        "Updated " + change);
        log().say(proposed.at(), "spec_updated", task.id(), "Updated " + file + " " + change, Map.of("file", file));
        mark(task.id(), Marker.NOT_STARTED);
        log().say(
                        proposed.at(),
                        "ralph_loop_resumed",
                        task.id(),
                        title(task),
                        Map.of("attemptNumber", proposed.number()));
        return new PipelineEvent.CorrectionApplied("Updated " + file + " " + change);
    }

    /// What stands against a correction that asks for less; null where nothing does.
    private @Nullable PipelineEvent against(String weaker, @Nullable String answer) throws CorrectedSection.Unusable {
        return switch (rules.weakening()) {
            case APPLY -> null;
            case BLOCK -> throw new CorrectedSection.Unusable("the correction weakens the spec: " + weaker);
            case ASK -> {
                if (answer != null && NO.matcher(answer).matches()) {
                    throw new CorrectedSection.Unusable("a person refused the correction: " + answer.strip());
                }
                yield answer != null && YES.matcher(answer).matches()
                        ? null
                        : PipelineEvent.Asked.byItself(
                                RunIds.next(clock.instant()),
                                "This correction weakens the spec: " + weaker + "\nApply it? (yes/no)");
            }
        };
    }

    /// Writes down how the last correction of a task turned out, now that it was executed again.
    private void settle(SpecTask task, Devlog.Status status) throws IOException {
        List<Map<String, @Nullable Object>> all = state.corrections(task.id());
        for (Map<String, @Nullable Object> one : all) {
            if (!isApplied(one) || one.containsKey(LOGGED)) {
                continue;
            }
            devlog.corrected(
                    written(one.get("at")),
                    title(task),
                    String.valueOf(one.get("error")),
                    String.valueOf(one.get("cause")),
                    "Updated " + one.get("file") + " " + one.get(CHANGE),
                    one.get("number") instanceof Number number ? number.intValue() : 1,
                    MOST,
                    status);
            one.put(LOGGED, status.name());
            state.corrections(task.id(), all);
        }
    }

    private Instant written(@Nullable Object at) {
        try {
            return Instant.parse(String.valueOf(at));
        } catch (DateTimeParseException edited) {
            return now();
        }
    }

    @Override
    public String escalate(String task, int used, FailedStage failed) throws IOException {
        SpecTask known = known(task);
        Captured captured = captured(failed);
        Failure failure = captured.failure();
        String error = captured.error();
        settle(known, Devlog.Status.FAILED);
        missed(known, used, failed.at(), error, failure.cause().words());
        mark(known.id(), Marker.NOT_STARTED);
        state.works(null);
        state.asks(known.id(), true);
        remember(known.id(), Map.of(FAILED, captured.report()));
        StringBuilder context = new StringBuilder();
        context.append("Task: ").append(title(known)).append('\n');
        context.append("Time: ").append(failed.at()).append('\n');
        context.append("Type: ").append(failure.type().word()).append('\n');
        context.append(CorrectorPrompt.error(
                        "Error: " + error, captured.place(), failure.location().test(), failure.counterexample()))
                .append('\n');
        for (Map<String, @Nullable Object> one : changes(known)) {
            context.append("Tried: ").append(one.get(CHANGE)).append('\n');
        }
        context.append('\n').append(QuotedText.end(captured.output(), LONGEST_CONTEXT));
        devlog.escalated(known.id(), error, used, context.toString());
        log().say(
                        failed.at(),
                        "ralph_loop_exhausted",
                        known.id(),
                        exhausted(used),
                        Map.of(
                                "requiresHuman",
                                true,
                                "errorType",
                                failure.type().word()));
        return exhausted(used) + ": " + title(known) + "\n" + QuotedText.end(error, 1_000)
                + "\nDEVLOG.md says what was tried. Edit the documents in "
                + folder.project().relativize(folder.path()) + " or the code, then answer what the agent should know.";
    }

    /// Who was asked because no correction was left allows as many again, whatever stops the run from now on.
    @Override
    public void answered(String task) throws IOException {
        if (state.asks(number(task))) {
            state.attempts(number(task), 0);
            state.asks(number(task), false);
        }
    }

    /// As specification 000 tells it.
    static String exhausted(int used) {
        return "Unable to auto-correct after " + used + " attempts";
    }

    @Override
    public List<String> completing(String task, String pipeline, TaskFacts facts) throws IOException {
        done(number(task));
        return List.of();
    }

    private void done(String id) throws IOException {
        TasksDocument before = read().tasks();
        SpecTask task = before.task(id).orElseThrow(() -> gone(id));
        IdentityHashMap<SpecTask, Marker> through = new IdentityHashMap<>();
        for (SpecTask below : withAllBelow(task)) {
            boolean wanted = rules.optional() || !below.optional() || below.equals(task);
            if (wanted && !isDone(below)) {
                through.put(below, Marker.COMPLETED);
            }
        }
        TasksDocument after = before.marked(through);
        if (!after.text().equals(before.text())) {
            write(before, after);
        }
        var _ = withParents(read().tasks());
        settle(task, Devlog.Status.RESOLVED);
        state.completed(id);
    }

    private static List<SpecTask> withAllBelow(SpecTask task) {
        List<SpecTask> all = new ArrayList<>(List.of(task));
        task.children().forEach(child -> all.addAll(withAllBelow(child)));
        return all;
    }

    @Override
    public void again(String task) throws IOException {
        mark(number(task), Marker.IN_PROGRESS);
    }

    @Override
    public List<String> record(String task, TaskReason reason, TaskFacts facts) throws IOException {
        String id = number(task);
        if (reason.outcome() == Outcome.COMPLETED) {
            done(id);
            log().say(now(), "task_completed", id, known(task).title(), Map.of("iterations", facts.iterations()));
        } else {
            mark(id, Marker.NOT_STARTED);
            String why = scrubber.apply(words.apply(reason));
            log().say(
                            now(),
                            "task_failed",
                            id,
                            why,
                            Map.of("outcome", reason.outcome().name()));
            state.asks(id, false);
            if (reason.outcome() == Outcome.CANCELLED) {
                settle(known(task), Devlog.Status.CANCELLED);
                state.givenUp(id);
            } else {
                state.works(null);
            }
        }
        return List.of();
    }

    @Override
    public List<String> leaves() throws IOException {
        List<Path> files = ours(folder).stream()
                .map(folder.project()::resolve)
                .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                .toList();
        String now = now().toString();
        committing.commit(files, "Spec " + folder.feature() + " of " + now, "spec:" + folder.feature() + ":" + now);
        if (next(read().tasks().tasks()).isEmpty()) {
            state.clear();
        }
        return List.of();
    }
}
