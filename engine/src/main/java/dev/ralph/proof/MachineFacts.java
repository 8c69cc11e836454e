package dev.ralph.proof;

import dev.ralph.environment.LoopVariables;
import dev.ralph.environment.ProgramToConfine;
import dev.ralph.environment.SecretFilter;
import dev.ralph.git.Repository;
import dev.ralph.paths.LenientText;
import dev.ralph.receipt.Fingerprint;
import dev.ralph.sandbox.SecretScrubber;
import dev.ralph.sandbox.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What receipts tell of the machine that checks run on.
public final class MachineFacts {
    /// What Ralph sets, other for each check.
    private static final Pattern OURS =
            Pattern.compile("(JRUN_|RALPH_).*|TASK_FOLDER|RUN_FOLDER|RUNS_DIR|MESSAGE_BUS|_|SHLVL|PWD|OLDPWD");

    private static final Pattern PROGRAM = Pattern.compile("\\s*([A-Za-z0-9_./+-]+)");
    private static final Pattern JAVA_VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"([^\"]*)\"");
    private static final long LONGEST_RELEASE = 1 << 16;

    private final LoopVariables variables;
    private final SecretFilter secretFilter;
    private final Supplier<String> sandbox;
    private @Nullable String git;

    /// @param sandbox what checks are confined to: `off`, or the tier; asked when there is a check
    public MachineFacts(LoopVariables variables, SecretFilter secretFilter, Supplier<String> sandbox) {
        this.variables = variables;
        this.secretFilter = secretFilter;
        this.sandbox = sandbox;
    }

    SecretScrubber scrubber() {
        return secretFilter.scrubber(variables.ofCheck("check"));
    }

    Fingerprint fingerprint(ReceiptDetails details) throws IOException {
        boolean starts = details.room() != Fingerprint.Room.NONE;
        Map<String, String> seen =
                starts ? secretFilter.seen(variables.ofCheck("check"), ProgramToConfine.CHECK) : Map.of();
        if (details.room() == Fingerprint.Room.CLEAN) {
            seen = LoopCleanRooms.fewer(seen, secretFilter.inherited());
        }
        return Fingerprint.here(
                tools(details.command(), seen),
                seen,
                name -> !OURS.matcher(name).matches() && !Secrets.isNameOfOne(name),
                starts ? sandbox.get() : "off",
                details.room());
    }

    /// Only what costs next to nothing to find out.
    private Map<String, String> tools(@Nullable String command, Map<String, String> environment) throws IOException {
        Map<String, String> tools = new LinkedHashMap<>();
        tools.put("git", git());
        if (command != null) {
            Matcher program = PROGRAM.matcher(command);
            if (program.lookingAt()) {
                Path found = onPath(program.group(1), environment.getOrDefault("PATH", ""));
                if (found != null) {
                    tools.put(program.group(1), found.toString());
                }
            }
            String java = java(environment.get("JAVA_HOME"));
            if (java != null) {
                tools.put("java", java);
            }
        }
        return new TreeMap<>(tools);
    }

    private synchronized String git() throws IOException {
        String known = git;
        if (known == null) {
            known = Repository.version().orElse("none");
            git = known;
        }
        return known;
    }

    /// With links followed, as that often tells the version.
    private static @Nullable Path onPath(String program, String path) throws IOException {
        if (program.indexOf('/') >= 0) {
            return null;
        }
        for (String folder : path.split(":")) {
            Path file = Path.of(folder.isEmpty() ? "." : folder, program);
            if (file.isAbsolute() && Files.isRegularFile(file) && Files.isExecutable(file)) {
                return file.toRealPath();
            }
        }
        return null;
    }

    private static @Nullable String java(@Nullable String home) throws IOException {
        if (home == null || home.isEmpty()) {
            return null;
        }
        Path release = Path.of(home, "release");
        if (!Files.isRegularFile(release) || Files.size(release) > LONGEST_RELEASE) {
            return null;
        }
        Matcher version = JAVA_VERSION.matcher(LenientText.read(release));
        return version.find() ? version.group(1) : null;
    }
}
