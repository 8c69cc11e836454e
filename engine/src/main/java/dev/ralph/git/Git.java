package dev.ralph.git;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Runs git commands in one folder. Hooks, filters, file-system monitors, signature programs, transports and
/// background maintenance stay off: a repository that an agent wrote to must not get commands run by us.
final class Git {
    private static final long LONGEST_SECONDS = 600;
    private static final List<String> SAFE = List.of(
            "-c", "core.hooksPath=/dev/null",
            "-c", "core.fsmonitor=false",
            "-c", "core.safecrlf=false",
            "-c", "core.ignorecase=false",
            "-c", "core.fsync=committed,loose-object,reference",
            "-c", "core.fsyncMethod=batch",
            "-c", "pack.compression=1",
            "-c", "gc.auto=0",
            "-c", "maintenance.auto=0",
            "-c", "commit.gpgSign=false",
            "-c", "log.showSignature=false",
            "-c", "i18n.commitEncoding=UTF-8",
            "-c", "advice.detachedHead=false",
            "-c", "advice.graftFileDeprecated=false",
            "-c", "core.commitGraph=false"); // who may commit may also write what is kept there of commits

    private static final List<String> ELSEWHERE = List.of("""
            GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_COMMON_DIR GIT_OBJECT_DIRECTORY
            GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_NAMESPACE GIT_EXTERNAL_DIFF GIT_CONFIG_PARAMETERS
            GIT_CONFIG_COUNT""".split("\\s+"));

    /// Those that never look at a file of a working tree. All others might run a filter: even writing an index
    /// reads files that could have changed in the same moment.
    private static final Set<String> WITHOUT_FILES = Set.of("""
            --version cat-file check-attr check-ignore commit-tree config diff-tree for-each-ref fsck init log
            ls-tree merge-base rev-parse symbolic-ref update-ref var""".split("\\s+"));

    private final Path folder;
    private final @Nullable Path gitDir;
    private final Map<String, String> always;
    private final boolean quiet;
    private final long most;

    Git(Path folder) {
        this(folder, null, Map.of(), false, Long.MAX_VALUE);
    }

    /// @param gitDir whose configuration counts, null where git has to find it
    /// @param quiet  whether the filters are off in `always`
    /// @param most   how many bytes of what is printed are read
    private Git(Path folder, @Nullable Path gitDir, Map<String, String> always, boolean quiet, long most) {
        this.folder = folder;
        this.gitDir = gitDir;
        this.always = Map.copyOf(always);
        this.quiet = quiet;
        this.most = most;
    }

    /// In the working tree of a repository that git has found.
    static Git at(Path top, Path gitDir) {
        return new Git(top, gitDir, Map.of(), false, Long.MAX_VALUE);
    }

    Path folder() {
        return folder;
    }

    /// The same for every command.
    Git with(Map<String, String> environment) {
        Map<String, String> both = new LinkedHashMap<>(always);
        both.putAll(environment);
        return new Git(folder, gitDir, both, quiet, most);
    }

    /// For a repository of our own: this environment keeps it from every configuration but its own, which has no
    /// filters.
    Git own(Map<String, String> environment) {
        return new Git(folder, gitDir, with(environment).always, true, most);
    }

    Git in(Path other) {
        return new Git(other, gitDir, always, quiet, most);
    }

    /// The same, with only the beginning of what is printed.
    Git upTo(long bytes) {
        return new Git(folder, gitDir, always, quiet, bytes);
    }

    /// For a few commands in a row, while nothing else writes the configuration: its filters are looked for once.
    Git quiet() throws IOException {
        return quiet(names());
    }

    /// The same where the keys of all filters are known.
    Git quiet(List<String> filters) throws IOException {
        Map<String, String> both = new LinkedHashMap<>(always);
        both.putAll(new GitFilters(filters).off());
        return new Git(folder, gitDir, both, true, most);
    }

    /// What a command printed and how it ended.
    ///
    /// @param raw one character for each byte
    record Answer(int code, String raw, String stderr) {
        boolean isGood() {
            return code == 0;
        }

        byte[] bytes() {
            return raw.getBytes(StandardCharsets.ISO_8859_1);
        }

        String stdout() {
            return new String(bytes(), StandardCharsets.UTF_8);
        }

        /// Without its last line end. What it begins with may be a column of its own.
        String text() {
            return stdout().stripTrailing();
        }

        List<RawName> names() {
            return RawName.list(raw);
        }
    }

    String run(Map<String, String> environment, String... arguments) throws IOException {
        return with(environment).must(new byte[0], arguments).text();
    }

    Answer ask(Map<String, String> environment, String... arguments) throws IOException {
        return with(environment).answer(new byte[0], arguments);
    }

    String line(String... arguments) throws IOException {
        return must(new byte[0], arguments).text();
    }

    Answer must(byte[] input, String... arguments) throws IOException {
        Answer answer = answer(input, arguments);
        require(answer, arguments);
        return answer;
    }

    private void require(Answer answer, String... arguments) throws GitFailed {
        if (!answer.isGood()) {
            throw new GitFailed("`git " + String.join(" ", arguments) + "` in " + folder + " failed: "
                    + String.join("; ", answer.stderr().strip().lines().toList()));
        }
    }

    Answer answer(byte[] input, String... arguments) throws IOException {
        Map<String, String> environment = new LinkedHashMap<>(always);
        if (!quiet && !WITHOUT_FILES.contains(command(arguments))) {
            environment.putAll(new GitFilters(names()).off());
        }
        return start(environment, input, arguments);
    }

    private static String command(String... arguments) {
        int at = 0;
        while (at + 2 < arguments.length && arguments[at].equals("-c")) {
            at += 2;
        }
        return arguments[at];
    }

    /// The keys of all filters that the user's or the repository's configuration knows.
    private List<String> names() throws IOException {
        if (gitDir != null) {
            return KnownRepositories.config(this, gitDir).filters();
        }
        Answer answer = start(always, new byte[0], "config", "-z", "--name-only", "--get-regexp", "^filter\\.");
        return Stream.of(answer.raw().split("\0")).filter(key -> !key.isEmpty()).toList();
    }

    /// What a command printed, where it may be too much for the memory.
    interface Printed<T> {
        T read(InputStream printed, long bytes) throws IOException;
    }

    /// Reads what a command printed, which must be one that looks at no file of a working tree.
    <T> T must(Printed<T> reader, String... arguments) throws IOException {
        return start(
                always,
                new byte[0],
                (code, out, err) -> {
                    require(new Answer(code, "", err), arguments);
                    try (InputStream printed = Files.newInputStream(out)) {
                        return reader.read(printed, Files.size(out));
                    }
                },
                arguments);
    }

    private Answer start(Map<String, String> environment, byte[] input, String... arguments) throws IOException {
        return start(environment, input, (code, out, err) -> new Answer(code, read(out), err), arguments);
    }

    private interface End<T> {
        T of(int code, Path out, String err) throws IOException;
    }

    private <T> T start(Map<String, String> environment, byte[] input, End<T> end, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(SAFE);
        command.addAll(List.of(arguments));
        Path in = input.length == 0 ? Path.of("/dev/null") : Files.createTempFile("ralph-git", ".in");
        Path out = Files.createTempFile("ralph-git", ".out");
        Path err = Files.createTempFile("ralph-git", ".err");
        try {
            if (input.length > 0) {
                Files.write(in, input);
            }
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectInput(in.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            // A caller that is itself a git hook must not send us to its own repository.
            ELSEWHERE.forEach(builder.environment()::remove);
            builder.environment().putAll(environment);
            builder.environment().put("LC_ALL", "C");
            builder.environment().put("GIT_TERMINAL_PROMPT", "0");
            builder.environment().put("GIT_ALLOW_PROTOCOL", environment.getOrDefault("GIT_ALLOW_PROTOCOL", "none"));
            // An object is what its name says, and a commit has the parents that stand in it.
            builder.environment().put("GIT_NO_REPLACE_OBJECTS", "1");
            builder.environment().put("GIT_GRAFT_FILE", "/dev/null");
            int code = await(builder.start(), arguments);
            return end.of(code, out, new String(Files.readAllBytes(err), StandardCharsets.UTF_8));
        } finally {
            if (input.length > 0) {
                Files.deleteIfExists(in);
            }
            Files.deleteIfExists(out);
            Files.deleteIfExists(err);
        }
    }

    private String read(Path out) throws IOException {
        if (Files.size(out) <= most) {
            return Files.readString(out, StandardCharsets.ISO_8859_1);
        }
        try (InputStream in = Files.newInputStream(out)) {
            return new String(in.readNBytes((int) Math.min(most, Integer.MAX_VALUE - 8)), StandardCharsets.ISO_8859_1);
        }
    }

    private int await(Process process, String... arguments) throws IOException {
        String why = " did not end within " + LONGEST_SECONDS + " seconds";
        try {
            PipeRelease pipes = new PipeRelease(folder, process);
            for (long half = 0; half < 2 * LONGEST_SECONDS; half++) {
                if (process.waitFor(500, TimeUnit.MILLISECONDS)) {
                    return process.exitValue();
                }
                pipes.look();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            why = " was interrupted";
        }
        process.destroyForcibly();
        throw new GitFailed("`git " + String.join(" ", arguments) + "` in " + folder + why);
    }
}
