package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `error[E0308]: mismatched types` with its arrow, and what Cargo says of packages and manifests.
final class CargoRecogniser implements Recogniser {
    private static final Pattern ERROR = Pattern.compile("^error(?:\\[(E\\d+)\\])?: (.+)$");
    private static final Pattern ARROW = Pattern.compile("^\\s*--> ([^:]+):(\\d+):\\d+$");
    private static final Pattern CARGO = Pattern.compile(
            "^\\s+(?:Compiling|Checking|Running|Updating|Locking|Finished|Blocking|Downloading) |^error: could not compile|^For more information about (?:this error|an error)|^error: aborting due to");
    private static final Pattern ABOUT = Pattern.compile(
            "^(?:could not compile|aborting due to|test failed, to rerun|doctest failed|\\d+ targets? failed|process didn't exit|Recipe|the `)");
    private static final Pattern PACKAGES = Pattern.compile(
            "no matching package|failed to select a version|failed to get `|failed to load source|Unable to update|could not find `Cargo.toml`|failed to download|no such (?:sub)?command|no bin target|failed to load manifest for dependency|not installed");

    @Override
    public String tool() {
        return "cargo";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> placed = lines.every(ERROR).stream()
                .filter(hit -> ARROW.matcher(lines.at(hit.index() + 1)).find())
                .findFirst();
        if (placed.isPresent()) {
            return Optional.of(compiler(lines, placed.get()));
        }
        Optional<Hit> other = lines.every(ERROR).stream()
                .filter(hit ->
                        hit.group(1).isEmpty() && !ABOUT.matcher(hit.group(2)).find())
                .findFirst();
        if (other.isEmpty()) {
            return Optional.empty();
        }
        String message = other.get().group(2);
        if (PACKAGES.matcher(message).find()) {
            return Optional.of(Reading.of(FailureType.MISSING_DEPENDENCY, Reading.COMPILER, tool(), message, null));
        }
        if (lines.has(CARGO) || message.contains("manifest")) {
            int at = other.get().index();
            Location place = lines.first(ARROW, at, at + 12)
                    .map(hit -> StackFrames.place(hit, 1, 2))
                    .orElse(null);
            String words = lines.joined(at, at + 2);
            return Optional.of(Reading.of(
                    Symptom.of(FailureType.COMPILATION_ERROR, words), Reading.COMPILER - 1, tool(), words, place));
        }
        return Optional.empty();
    }

    private Failure compiler(OutputLines lines, Hit hit) {
        String message = hit.group(2);
        Matcher arrow = ARROW.matcher(lines.at(hit.index() + 1));
        Location place = arrow.find()
                ? Location.at(StackFrames.file(arrow.group(1)), StackFrames.number(arrow.group(2)))
                : Location.UNKNOWN;
        boolean unresolved = switch (hit.group(1)) {
            case "E0432", "E0463", "E0583", "E0460" -> true;
            case "E0433" -> message.contains("crate") || message.contains("module");
            default -> false;
        };
        return Reading.of(
                unresolved ? FailureType.MISSING_DEPENDENCY : FailureType.COMPILATION_ERROR,
                Reading.COMPILER,
                tool(),
                message,
                place);
    }
}
