package dev.ralph.proof;

import dev.ralph.disk.Sha256;
import dev.ralph.paths.LenientText;
import dev.ralph.ratchet.BrokenReport;
import dev.ralph.ratchet.TestRun;
import dev.ralph.ratchet.TestRunText;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// How the tests stood before the work: the same commands on the commit that the loop began on, in a clean room, run
/// when somebody first asks and then remembered.
///
/// Promises:
/// 1. What is remembered was measured by Ralph, with the same commands, the same prepare line and the same commit.
/// 2. It lies outside the project. What is damaged is measured again.
public final class TestBaseline {
    /// Another one as soon as reports are read in another way: what was read otherwise cannot be compared.
    private static final String VERSION = "4";
    private static final int MOST = 100;
    private static final long LONGEST = 256L << 20;

    private final Path folder;
    private final Measuring measuring;

    /// How one command stood.
    ///
    /// @param code  its exit code, -1 when it did not end in time
    /// @param tests what it reported of them
    /// @param output the end of what it printed
    record Before(int code, TestRun tests, String output) {
        /// An interpreter that was told to run a module and has none of that name, as its last word.
        private static final Pattern NO_MODULE = Pattern.compile("\\S*python[\\d.]*: No module named \\S+");

        /// Whether it did not even begin to check: the shell did not find its program or may not run it, or the
        /// interpreter did not find the runner.
        boolean cannotRun() {
            String last = output.strip().lines().reduce("", (_, line) -> line);
            return code == 126
                    || code == 127
                    || (code != 0 && NO_MODULE.matcher(last).matches());
        }
    }

    /// Runs the commands of checks on another commit.
    @FunctionalInterface
    interface Measuring {
        /// @param name tells what is printed meanwhile from other output of the loop
        /// @return how each of the commands stood, in their order; null where they could not be run
        @Nullable
        List<Before> at(String commit, WorkUnderProof work, List<Check.Command> commands, String name)
                throws IOException, InterruptedException;

        /// Another one where they find other files beside those of the commit.
        default String besides() throws IOException {
            return "";
        }
    }

    /// @param folder where it is remembered, outside the project
    public TestBaseline(Path folder, Measuring measuring) {
        this.folder = folder;
        this.measuring = measuring;
    }

    static TestBaseline unknown() {
        return new TestBaseline(Path.of("/nowhere"), (_, _, _, _) -> null);
    }

    /// How each command of the policy stood on the baseline, in their order; null where there is no baseline.
    ///
    /// @param run 1 for the first measurement, 2 for another one of the same
    @Nullable
    List<Before> runs(WorkUnderProof work, int run) throws IOException, InterruptedException {
        String commit = work.baseline();
        if (commit == null || work.repository().isEmpty()) {
            return null;
        }
        List<Check.Command> commands = commands(work);
        Path file = folder.resolve(key(commit, work, commands) + "-" + run + ".json");
        List<Before> known = read(file);
        if (known != null) {
            return known;
        }
        List<Before> measured = measuring.at(commit, work, commands, "baseline-" + run);
        boolean isLasting = measured != null && measured.stream().noneMatch(Before::cannotRun);
        if (measured != null && isLasting) { // what is missing may be installed tomorrow
            write(file, measured);
        }
        return measured;
    }

    /// All commands, as one may build what the next one tests.
    static List<Check.Command> commands(WorkUnderProof work) {
        List<Check.Command> commands = new ArrayList<>();
        for (String line : work.policy().checks()) {
            if (Check.of(line) instanceof Check.Command command) {
                commands.add(command);
            }
        }
        return commands;
    }

    private String key(String commit, WorkUnderProof work, List<Check.Command> commands) throws IOException {
        StringBuilder text =
                new StringBuilder(VERSION).append('\n').append(commit).append('\n');
        text.append(work.paths().project()).append('\n');
        text.append(work.policy().proof().prepare()).append('\n');
        text.append(measuring.besides());
        commands.forEach(command -> text.append(command.line()).append('\n'));
        return Sha256.of(text.toString()).substring(0, 32);
    }

    private void forgetOldest() throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            entries.forEach(files::add);
        }
        files.sort(Comparator.comparingLong((Path file) -> file.toFile().lastModified())
                .reversed());
        for (Path old : files.subList(Math.min(files.size(), MOST), files.size())) {
            Files.deleteIfExists(old);
        }
    }

    private static @Nullable List<Before> read(Path file) throws IOException {
        if (!Files.isRegularFile(file) || Files.size(file) > LONGEST) {
            return null;
        }
        List<Before> runs = new ArrayList<>();
        try {
            for (String line : LenientText.read(file).lines().toList()) {
                String[] parts = line.split(" ", 3);
                String output = new String(Base64.getDecoder().decode(parts[1]), StandardCharsets.UTF_8);
                runs.add(new Before(Integer.parseInt(parts[0]), TestRunText.read(parts[2]), output));
            }
        } catch (BrokenReport | IllegalArgumentException | IndexOutOfBoundsException damaged) {
            return null;
        }
        return runs.isEmpty() ? null : runs;
    }

    private void write(Path file, List<Before> runs) throws IOException {
        Files.createDirectories(folder);
        forgetOldest();
        Path draft = Files.createTempFile(folder, "draft-", ".json");
        Files.write(
                draft,
                runs.stream()
                        .map(before -> before.code()
                                + " "
                                + Base64.getEncoder()
                                        .encodeToString(before.output().getBytes(StandardCharsets.UTF_8))
                                + " "
                                + TestRunText.of(before.tests()))
                        .toList());
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
