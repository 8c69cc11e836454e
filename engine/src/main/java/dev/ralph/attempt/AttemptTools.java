package dev.ralph.attempt;

import dev.ralph.bus.Bus;
import dev.ralph.bus.MessageDraft;
import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import dev.ralph.json.RecordCodec;
import dev.ralph.loop.Declaration;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.RequestRefused;
import dev.ralph.paths.RunFolder;
import dev.ralph.paths.TaskFolder;
import dev.ralph.paths.UnlinkedFiles;
import dev.ralph.process.PlainText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What an agent can tell Ralph from inside its attempt, by a command or over MCP.
///
/// 1. It reaches the task it works on and no other, with what a sandbox lets it write: files in that task's folder.
/// 2. What it leaves is only said: Ralph reads it when the attempt has ended, as untrusted text.
///
/// Each method returns what the agent reads.
public final class AttemptTools {
    /// Set where the agent may send the work back to the stage that made it.
    static final String MAY_REJECT = "RALPH_MAY_REJECT";

    private static final int MOST_NOTES = 200;
    private static final int LONGEST_NOTE = 1000;
    private static final int MOST_FINDINGS = StageFindings.MOST;
    private static final int LONGEST_FINDING = StageFindings.LONGEST;
    private static final int MOST_BYTES = 1 << 20;

    private final TaskFolder task;
    private final RunFolder run;
    private final Path workspace;
    private final Path here;
    private final Names names;
    private final boolean rejects;
    private final InstantSource clock;

    private record Names(String project, String task, String run) {}

    private AttemptTools(
            TaskFolder task,
            RunFolder run,
            Path workspace,
            Path here,
            Names names,
            boolean rejects,
            InstantSource clock) {
        this.task = task;
        this.run = run;
        this.workspace = workspace;
        this.here = here;
        this.names = names;
        this.rejects = rejects;
        this.clock = clock;
    }

    /// Those of the attempt that a program with this environment belongs to; empty outside of one.
    ///
    /// @param here the folder that names of artifacts begin in
    public static Optional<AttemptTools> of(Map<String, String> environment, Path here, InstantSource clock) {
        String folder = environment.get("JRUN_TASK_FOLDER");
        String run = environment.get("JRUN_RUN_FOLDER");
        String project = environment.get("JRUN_PROJECT_ID");
        String task = environment.get("JRUN_TASK_ID");
        String id = environment.get("JRUN_ID");
        String works = environment.getOrDefault("RALPH_INSIDE_WORKSPACE", environment.get("RALPH_INSIDE_FOLDER"));
        if (environment.get("RALPH_INSIDE_LOOP") == null
                || folder == null
                || run == null
                || project == null
                || task == null
                || id == null
                || works == null
                || !Files.isDirectory(Path.of(run))) {
            return Optional.empty();
        }
        return Optional.of(new AttemptTools(
                new TaskFolder(Path.of(folder)),
                new RunFolder(Path.of(run)),
                Path.of(works),
                here,
                new Names(project, task, id),
                "1".equals(environment.get(MAY_REJECT)),
                clock));
    }

    /// The task's name.
    public String task() {
        return names.task();
    }

    /// Says that the task is done: the checks begin when the agent ends.
    ///
    /// @throws RequestRefused where an artifact is missing or lies outside
    public String complete(List<String> artifacts, @Nullable String summary) throws IOException {
        List<String> inside = new ArrayList<>();
        for (String artifact : artifacts) {
            inside.add(artifact(artifact));
        }
        put(task.done(), RecordCodec.text(declaration(inside, summary)) + "\n");
        Files.deleteIfExists(run.blocked());
        return "recorded; end now: Ralph runs the checks";
    }

    private static Declaration declaration(List<String> artifacts, @Nullable String summary) {
        try {
            return new Declaration(artifacts, summary, null);
        } catch (IllegalArgumentException tooMuch) {
            throw new RequestRefused(String.valueOf(tooMuch.getMessage()));
        }
    }

    private String artifact(String name) throws IOException {
        try {
            Path root = workspace.toRealPath();
            Path found = here.resolve(name).toRealPath();
            if (found.equals(root) || !found.startsWith(root)) {
                throw new RequestRefused("artifact " + name + " lies outside the workspace " + workspace
                        + ": name a file or a folder in it");
            }
            return root.relativize(found).toString();
        } catch (NoSuchFileException missing) {
            throw new RequestRefused("artifact " + name + " does not exist");
        } catch (IOException unreadable) {
            throw new RequestRefused("artifact " + name + " cannot be read: " + FileErrorText.words(unreadable));
        }
    }

    /// Says that the agent cannot continue: the loop ends as BLOCKED when the agent ends.
    public String blocked(String why) throws IOException {
        put(run.blocked(), required("the reason", why, Declaration.LONGEST) + "\n");
        return "recorded; end now: the loop ends as BLOCKED";
    }

    /// Asks a person: the task waits for the answer when the agent ends. What it asked before stands above it.
    public String ask(String question) throws IOException {
        Path marker = task.waitMarker();
        String before = Files.exists(marker) ? LenientText.read(task.home(), marker, Declaration.LONGEST) : "";
        String all = before + required("the question", question, Declaration.LONGEST);
        put(marker, required("the question", all, Declaration.LONGEST) + "\n");
        return "asked; end now: you are started again with the answer";
    }

    /// Whether the stage of this attempt may send the work back.
    public boolean mayReject() {
        return rejects;
    }

    /// Names one more thing that is wrong with the work: it goes back with all of them when the agent ends.
    ///
    /// @throws RequestRefused where the stage of this attempt may not send work back
    public String reject(String finding) throws IOException {
        if (!rejects) {
            throw new RequestRefused("this stage cannot send work back; only a stage after the coder can");
        }
        String said = required("the finding", finding.replaceAll("\\s+", " "), LONGEST_FINDING);
        if (rejected(run).size() >= MOST_FINDINGS) {
            throw new RequestRefused("limit of " + MOST_FINDINGS + " findings reached. End now; they go back");
        }
        Files.writeString(
                run.rejected(),
                said + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND,
                LinkOption.NOFOLLOW_LINKS);
        return "recorded. Add more findings, or end now: the work goes back with all of them";
    }

    /// What an attempt found wrong, in its order; nothing where it sent nothing back.
    static List<String> rejected(RunFolder run) throws IOException {
        return LenientText.end(run.home(), run.rejected(), MOST_BYTES)
                .lines()
                .map(line -> shortened(line, LONGEST_FINDING))
                .filter(finding -> !finding.isEmpty())
                .limit(MOST_FINDINGS)
                .toList();
    }

    /// Puts a message on the task's bus.
    ///
    /// @return its id
    public String post(String text) throws IOException {
        String body = required("the message", text, MessageDraft.MAX_BODY);
        MessageDraft draft = MessageDraft.of("INFO", names.project(), body);
        return new Bus(task.bus(), clock)
                .post(draft.task(names.task()).run(names.run()))
                .id();
    }

    /// Leaves a note for the attempts that follow.
    public String remember(String text) throws IOException {
        Map<String, @Nullable Object> note = new LinkedHashMap<>();
        note.put("text", required("the note", text, LONGEST_NOTE));
        note.put("timestamp", clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
        note.put("task", names.task());
        if (remembered(task).size() >= MOST_NOTES) {
            throw new RequestRefused("limit of " + MOST_NOTES + " notes reached: " + task.remembered());
        }
        Files.writeString(
                task.remembered(),
                JsonText.of(note) + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND,
                LinkOption.NOFOLLOW_LINKS);
        return "noted; the prompts of the next attempts quote it";
    }

    /// The notes that attempts left, the oldest first, each on one line; what is no note is passed over.
    public static List<String> remembered(TaskFolder task) throws IOException {
        List<String> notes = new ArrayList<>();
        for (String line :
                LenientText.end(task.home(), task.remembered(), MOST_BYTES).split("\n")) {
            try {
                if (JsonText.object(line).get("text") instanceof String text && !text.isBlank()) {
                    notes.add(shortened(text.replaceAll("\\s+", " "), LONGEST_NOTE));
                }
            } catch (InvalidJson none) {
                // Whoever wrote it, it tells nobody anything.
            }
        }
        return notes.size() <= MOST_NOTES ? notes : notes.subList(notes.size() - MOST_NOTES, notes.size());
    }

    /// What an attempt declared that left DONE; null where the file says nothing of that kind.
    static @Nullable Declaration done(TaskFolder task) throws IOException {
        try {
            Declaration said =
                    RecordCodec.read(Declaration.class, LenientText.end(task.home(), task.done(), MOST_BYTES));
            List<String> inside = said.artifacts().stream()
                    .filter(name -> !Path.of(name).isAbsolute()
                            && Path.of(name).normalize().toString().equals(name)
                            && !Path.of(name).startsWith(".."))
                    .toList();
            String summary = said.summary();
            return new Declaration(inside, summary == null ? null : PlainText.of(summary), null);
        } catch (InvalidJson | IllegalArgumentException none) {
            return null;
        }
    }

    /// What an attempt declared that cannot continue, null where it can.
    static @Nullable Declaration blocked(RunFolder run) throws IOException {
        if (!UnlinkedFiles.has(run.home(), run.blocked())) {
            return null;
        }
        String why = LenientText.end(run.home(), run.blocked(), MOST_BYTES);
        return new Declaration(List.of(), null, shortened(why, Declaration.LONGEST));
    }

    /// Whole, or not at all.
    private void put(Path file, String text) throws IOException {
        Path draft = Files.createTempFile(file.getParent(), ".said-", null);
        try {
            Files.writeString(draft, text);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private static String required(String what, String text, int longest) {
        String said = text.strip();
        if (said.isEmpty()) {
            throw new RequestRefused(what + " is empty");
        }
        if (said.length() > longest) {
            throw new RequestRefused(
                    what + " has " + said.length() + " characters: at most " + longest + " are allowed");
        }
        return said;
    }

    private static String shortened(String text, int longest) {
        String plain = PlainText.of(text).strip();
        return plain.length() <= longest ? plain : plain.substring(0, longest - 1) + "…";
    }
}
