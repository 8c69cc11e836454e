package dev.ralph.builtin;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import dev.ralph.attempt.AttemptTools;
import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import dev.ralph.paths.RequestRefused;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the model may do.
///
/// 1. Files are read and written in the project and in the task's folder, also not elsewhere through links; what git
///    keeps of the project is not written.
/// 2. What is started has a time limit and bounded output, and is not handed the model's key.
/// 3. What goes wrong is an answer to the model, never the end of the turn.
final class Actions {
    private static final int LONGEST_READ = 64_000;
    private static final int LONGEST_WRITE = 4 << 20;
    private static final int MOST_NAMES = 1000;
    private static final int LONGEST_TIME = 600;
    private static final int USUAL_TIME = 120;
    /// Options by which what only looks writes a file, runs a program or looks elsewhere.
    private static final List<String> GIT_WRITES =
            List.of("--output", "-O", "--open-files", "--ext-diff", "--textconv", "--no-index", "--contents");

    /// What only looks. Whoever changes the repository is Ralph.
    private static final List<String> GIT_COMMANDS = List.of(
            "status",
            "diff",
            "log",
            "show",
            "blame",
            "grep",
            "ls-files",
            "ls-tree",
            "rev-parse",
            "shortlog",
            "cat-file");

    private static final List<String> WORDS_TO_RALPH =
            List.of("complete", "blocked", "ask", "reject", "post", "remember");
    private static final List<String> ENDINGS = List.of("complete", "blocked", "ask");

    private final Path project;
    private final Map<String, String> environment;
    private final @Nullable Path task;
    private final @Nullable AttemptTools own;
    private final ChildProgram child;
    private List<String> allowed = List.of();
    private List<String> denied = List.of();

    /// @param project where it works
    Actions(Path project, Map<String, String> environment) {
        this.project = project.toAbsolutePath().normalize();
        this.environment = Map.copyOf(environment);
        String folder = environment.getOrDefault("TASK_FOLDER", "");
        this.task = folder.isEmpty() ? null : Path.of(folder).toAbsolutePath().normalize();
        this.own = AttemptTools.of(environment, this.project, InstantSource.system())
                .orElse(null);
        Map<String, String> seen = new TreeMap<>(environment);
        seen.keySet().removeIf(name -> name.startsWith("ANTHROPIC_") || name.startsWith("OPENAI_"));
        seen.put("GIT_OPTIONAL_LOCKS", "0");
        seen.put("GIT_TERMINAL_PROMPT", "0");
        this.child = new ChildProgram(this.project, seen);
    }

    /// What tells Ralph of the task is always allowed.
    ///
    /// @param only all where empty
    Actions limitedTo(List<String> only, List<String> without) {
        allowed = List.copyOf(only);
        denied = List.copyOf(without);
        return this;
    }

    private boolean isAllowed(String name) {
        return (allowed.isEmpty() || allowed.contains(name)) && !denied.contains(name);
    }

    /// @param endsTurn whether nothing more is to be done
    record Result(String text, boolean failed, boolean endsTurn) {
        static Result of(String text) {
            return new Result(text.isBlank() ? "(nothing)" : text, false, false);
        }

        static Result failed(String text) {
            return new Result(text, true, false);
        }
    }

    /// Why an action was not done.
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String why) {
            super(why, null, false, false);
        }
    }

    List<ToolSpecification> offered() {
        List<ToolSpecification> tools = new ArrayList<>(List.of(
                tool(
                        "read",
                        "Reads a text file, or lists a folder.",
                        schema().addStringProperty("path", "relative to the project")
                                .addIntegerProperty("offset", "the first line, from 1")
                                .addIntegerProperty("limit", "how many lines")
                                .required("path")),
                tool(
                        "write",
                        "Writes a whole text file and the folders above it.",
                        schema().addStringProperty("path", "relative to the project")
                                .addStringProperty("content")
                                .required("path", "content")),
                tool(
                        "bash",
                        "Runs a command line in the project's folder; answers with exit code, stdout and stderr.",
                        schema().addStringProperty("command")
                                .addIntegerProperty("seconds", "the time limit, " + USUAL_TIME + " unless given")
                                .required("command")),
                tool(
                        "git",
                        "Looks at the repository: " + String.join(", ", GIT_COMMANDS) + ". Ralph makes the commits.",
                        schema().addProperty("arguments", texts("the words after `git`"))
                                .required("arguments")),
                tool(
                        "eval",
                        "Runs code: java by JShell (prints the last value), typescript by bun, deno or node.",
                        schema().addEnumProperty("language", List.of("java", "typescript"))
                                .addStringProperty("code")
                                .addIntegerProperty("seconds", "the time limit, " + USUAL_TIME + " unless given")
                                .required("language", "code"))));
        tools.removeIf(tool -> !isAllowed(tool.name()));
        if (own != null) {
            tools.add(tool(
                    "complete",
                    "Says that the whole task is done, and ends the turn. Ralph checks it.",
                    schema().addStringProperty("summary", "what was done, in a sentence")
                            .addProperty("artifacts", texts("files that the task made"))));
            tools.add(tool(
                    "blocked",
                    "Says that the task cannot be done without a human, and why, and ends the turn.",
                    schema().addStringProperty("reason").required("reason")));
            tools.add(tool(
                    "ask",
                    "Asks the user something the task needs, and ends the turn; the answer comes with the next one.",
                    schema().addStringProperty("question").required("question")));
            tools.add(tool(
                    "post",
                    "Puts a message on the task's bus, for people who look.",
                    schema().addStringProperty("text").required("text")));
            tools.add(tool(
                    "remember",
                    "Leaves a note for the turns that follow: a fresh agent reads it.",
                    schema().addStringProperty("text").required("text")));
            if (own.mayReject()) {
                tools.add(tool(
                        "reject",
                        "Sends the work back to the stage that made it; once for each finding, then end the turn.",
                        schema().addStringProperty("finding").required("finding")));
            }
        }
        return tools;
    }

    private static JsonArraySchema texts(String description) {
        return JsonArraySchema.builder()
                .description(description)
                .items(new JsonStringSchema())
                .build();
    }

    private static JsonObjectSchema.Builder schema() {
        return JsonObjectSchema.builder();
    }

    private static ToolSpecification tool(String name, String description, JsonObjectSchema.Builder parameters) {
        return ToolSpecification.builder()
                .name(name)
                .description(description)
                .parameters(parameters.build())
                .build();
    }

    /// What people read about an action: its path, its command line, its first line of code.
    String detail(String name, String arguments) {
        try {
            Map<String, @Nullable Object> given = JsonText.object(arguments);
            if (given.get("arguments") instanceof List<?> list) {
                return String.join(" ", words(list));
            }
            for (String key : List.of("path", "command", "code", "question", "reason", "finding", "summary", "text")) {
                if (given.get(key) instanceof String text) {
                    return text;
                }
            }
        } catch (InvalidJson told) {
            return arguments;
        }
        return "";
    }

    Result perform(String name, String arguments) throws InterruptedException {
        try {
            Map<String, @Nullable Object> given = arguments.isBlank() ? Map.of() : JsonText.object(arguments);
            if (!WORDS_TO_RALPH.contains(name) && !isAllowed(name)) {
                return Result.failed("there is no tool " + name);
            }
            return switch (name) {
                case "read" -> read(given);
                case "write" -> write(given);
                case "bash" -> ended(child.run(List.of(shell(), "-c", text(given, "command")), "", time(given)), given);
                case "git" -> git(given);
                case "eval" -> eval(given);
                case "complete", "blocked", "ask", "reject", "post", "remember" -> tell(name, given);
                default -> Result.failed("there is no tool " + name);
            };
        } catch (Refused | RequestRefused | InvalidJson wrong) {
            return Result.failed("not done: " + wrong.getMessage());
        } catch (IOException | IllegalArgumentException failed) {
            return Result.failed("failed: " + failed);
        }
    }

    private static String text(Map<String, @Nullable Object> given, String name) throws Refused {
        if (given.get(name) instanceof String text && !text.isBlank()) {
            return text;
        }
        throw new Refused("the parameter " + name + " is missing");
    }

    private static int number(Map<String, @Nullable Object> given, String name, int usual) {
        return given.get(name) instanceof Number number ? Math.max(1, number.intValue()) : usual;
    }

    private static Duration time(Map<String, @Nullable Object> given) {
        return Duration.ofSeconds(Math.min(LONGEST_TIME, number(given, "seconds", USUAL_TIME)));
    }

    private Result read(Map<String, @Nullable Object> given) throws IOException, Refused {
        Path file = inside(text(given, "path"));
        if (Files.isDirectory(file)) {
            try (Stream<Path> names = Files.list(file)) {
                return Result.of(String.join(
                        "\n",
                        names.limit(MOST_NAMES)
                                .map(path -> path.getFileName() + (Files.isDirectory(path) ? "/" : ""))
                                .sorted()
                                .toList()));
            }
        }
        if (!Files.isRegularFile(file)) {
            return Result.failed(Files.exists(file) ? "not a regular file" : "there is no such file");
        }
        StringBuilder text = new StringBuilder();
        int skip = number(given, "offset", 1) - 1;
        int most = number(given, "limit", Integer.MAX_VALUE);
        try (Stream<String> lines = new String(bytes(file), StandardCharsets.UTF_8).lines()) {
            lines.skip(skip).limit(most).forEach(line -> text.append(line).append('\n'));
        }
        if (text.length() > LONGEST_READ) {
            text.setLength(LONGEST_READ);
            text.append("\n[cut off: read on by offset and limit]");
        }
        return Result.of(text.toString());
    }

    private static byte[] bytes(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            return in.readNBytes(LONGEST_WRITE);
        }
    }

    private Result write(Map<String, @Nullable Object> given) throws IOException, Refused {
        Path file = inside(text(given, "path"));
        if (!(given.get("content") instanceof String content)) {
            throw new Refused("the parameter content is missing");
        }
        if (content.length() > LONGEST_WRITE) {
            throw new Refused("more than " + LONGEST_WRITE + " characters; write it by bash");
        }
        if (file.startsWith(project.resolve(".git"))
                || real(file).startsWith(project.toRealPath().resolve(".git"))) {
            throw new Refused("the repository is Ralph's; it commits your work when it is proven");
        }
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new Refused("not a regular file");
        }
        Path folder = file.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.writeString(file, content);
        return Result.of("written: " + content.length() + " characters");
    }

    /// The path in the project or in the task's folder, also when all links are followed.
    private Path inside(String name) throws IOException, Refused {
        Path file = project.resolve(name).normalize();
        for (Path root : task == null ? List.of(project) : List.of(project, task)) {
            if (file.startsWith(root) && real(file).startsWith(root.toRealPath())) {
                return file;
            }
        }
        throw new Refused("'" + name + "' is outside the project");
    }

    /// Where it lies, or would be made.
    private static Path real(Path file) throws IOException {
        Path there = file;
        while (!Files.exists(there, LinkOption.NOFOLLOW_LINKS) && there.getParent() != null) {
            there = there.getParent();
        }
        return there.toRealPath().resolve(there.relativize(file));
    }

    private String shell() throws Refused {
        String bash = onPath("bash");
        String shell = bash == null ? onPath("sh") : bash;
        if (shell == null) {
            throw new Refused("neither bash nor sh is installed");
        }
        return shell;
    }

    /// The JVM itself would look on the PATH that it was started with.
    private @Nullable String onPath(String program) {
        for (String folder : environment.getOrDefault("PATH", "/usr/bin:/bin").split(File.pathSeparator)) {
            Path file = Path.of(folder).resolve(program);
            if (file.isAbsolute() && Files.isExecutable(file) && !Files.isDirectory(file)) {
                return file.toString();
            }
        }
        return null;
    }

    private Result git(Map<String, @Nullable Object> given) throws IOException, InterruptedException, Refused {
        String git = onPath("git");
        if (git == null) {
            throw new Refused("git is not installed");
        }
        List<String> words = new ArrayList<>(List.of(git, "--no-pager"));
        words.addAll(words(given.get("arguments")));
        if (words.size() == 2 || !GIT_COMMANDS.contains(words.get(2))) {
            throw new Refused(
                    "only " + String.join(", ", GIT_COMMANDS) + "; Ralph commits your work itself when it is proven");
        }
        if (words.stream().anyMatch(word -> GIT_WRITES.stream().anyMatch(word::startsWith))) {
            throw new Refused("git only looks here: leave out what writes a file or runs a program");
        }
        return ended(child.run(words, "", Duration.ofSeconds(USUAL_TIME)), given);
    }

    private Result eval(Map<String, @Nullable Object> given) throws IOException, InterruptedException, Refused {
        String code = text(given, "code");
        List<String> program = switch (text(given, "language")) {
            case "java" -> java();
            case "typescript" -> typescript();
            default -> throw new Refused("the language is java or typescript");
        };
        return ended(child.run(program, code, time(given)), given);
    }

    private static List<String> java() throws Refused {
        try {
            String classes = Path.of(Actions.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
            return List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-Xmx512m",
                    "-cp",
                    classes,
                    JavaEval.class.getName());
        } catch (URISyntaxException odd) {
            throw new Refused("Ralph does not find its own program: " + odd.getMessage());
        }
    }

    /// By the first of the programs that is installed; all read it from standard input.
    private List<String> typescript() throws IOException, InterruptedException, Refused {
        String bun = onPath("bun");
        if (bun != null) {
            return List.of(bun, "run", "-");
        }
        String deno = onPath("deno");
        if (deno != null) {
            return List.of(deno, "run", "--quiet", "--allow-all", "--ext=ts", "-");
        }
        String program = onPath("node");
        if (program != null) {
            List<String> node = List.of(program, "--experimental-strip-types", "--no-warnings");
            if (child.run(append(node, "--version"), "", Duration.ofSeconds(20)).code() == 0) {
                return append(node, "--input-type=module-typescript", "-");
            }
        }
        throw new Refused("no program for TypeScript is installed: bun, deno or node 22.7 or newer");
    }

    private static List<String> append(List<String> some, String... more) {
        return Stream.concat(some.stream(), Stream.of(more)).toList();
    }

    private static Result ended(ChildProgram.Ended program, Map<String, @Nullable Object> given) {
        StringBuilder text = new StringBuilder();
        text.append(
                program.code() < 0
                        ? "ended after " + time(given).toSeconds() + "s: its time was over"
                        : "exit code: " + program.code());
        if (!program.out().isEmpty()) {
            text.append("\nstdout:\n").append(program.out());
        }
        if (!program.err().isEmpty()) {
            text.append("\nstderr:\n").append(program.err());
        }
        return new Result(text.toString(), program.code() != 0, false);
    }

    /// As `ralph complete` and its kin do it.
    private Result tell(String name, Map<String, @Nullable Object> given) throws IOException, Refused {
        if (own == null) {
            throw new Refused("there is no task: it is not a loop that started you");
        }
        String told = switch (name) {
            case "complete" ->
                own.complete(words(given.get("artifacts")), given.get("summary") instanceof String said ? said : null);
            case "blocked" -> own.blocked(text(given, "reason"));
            case "ask" -> own.ask(text(given, "question"));
            case "reject" -> own.reject(text(given, "finding"));
            case "post" -> own.post(text(given, "text"));
            default -> own.remember(text(given, "text"));
        };
        return new Result(told, false, ENDINGS.contains(name));
    }

    private static List<String> words(@Nullable Object list) {
        return list instanceof List<?> words
                ? words.stream().map(String::valueOf).toList()
                : List.of();
    }
}
