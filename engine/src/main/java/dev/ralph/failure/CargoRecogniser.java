package dev.ralph.failure;

import static dev.ralph.failure.FailureType.COMPILATION_ERROR;
import static dev.ralph.failure.FailureType.MISSING_DEPENDENCY;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `error[E0308]: mismatched types` with its arrow, and what Cargo says of packages and manifests.
final class CargoRecogniser {
    private static final Reading RUSTC = new Reading("cargo", Reading.COMPILER);
    private static final Pattern ERROR = Pattern.compile("^error(?:\\[(E\\d+)\\])?: (.+)$");
    private static final Pattern ARROW = Pattern.compile("^\\s*--> ([^:]+):(\\d+):\\d+$");
    private static final Pattern CARGO = Pattern.compile(
            "^\\s+(?:Compiling|Checking|Running|Updating|Locking|Finished|Blocking|Downloading) |^error: could not compile|^For more information about (?:this error|an error)|^error: aborting due to");
    private static final Pattern ABOUT = Pattern.compile(
            "^(?:could not compile|aborting due to|test failed, to rerun|doctest failed|\\d+ targets? failed|process didn't exit|Recipe|the `)");
    private static final Pattern PACKAGES = Pattern.compile(
            "no matching package|failed to select a version|failed to get `|failed to load source|Unable to update|could not find `Cargo.toml`|failed to download|no such (?:sub)?command|no bin target|failed to load manifest for dependency|not installed");

    private CargoRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.every(ERROR)
                .filter(hit -> ARROW.matcher(lines.at(hit.index() + 1)).find())
                .findFirst()
                .map(hit -> compiler(lines, hit))
                .or(() -> lines.every(ERROR)
                        .filter(hit -> hit.group(1).isEmpty()
                                && !ABOUT.matcher(hit.group(2)).find())
                        .findFirst()
                        .flatMap(hit -> withoutPlace(lines, hit)));
    }

    private static Failure compiler(OutputLines lines, Hit hit) {
        String message = hit.group(2);
        boolean unresolved = switch (hit.group(1)) {
            case "E0432", "E0463", "E0583", "E0460" -> true;
            case "E0433" -> message.contains("crate") || message.contains("module");
            default -> false;
        };
        Location place = lines.place(ARROW, hit.index() + 1, hit.index() + 2);
        return RUSTC.of(unresolved ? MISSING_DEPENDENCY : COMPILATION_ERROR, message, place);
    }

    private static Optional<Failure> withoutPlace(OutputLines lines, Hit hit) {
        String message = hit.group(2);
        if (PACKAGES.matcher(message).find()) {
            return Optional.of(RUSTC.of(MISSING_DEPENDENCY, message, null));
        }
        if (!lines.has(CARGO) && !message.contains("manifest")) {
            return Optional.empty();
        }
        int at = hit.index();
        Location place = lines.place(ARROW, at, at + 12);
        return Optional.of(
                new Reading("cargo", Reading.COMPILER - 1).symptom(COMPILATION_ERROR, lines.joined(at, at + 2), place));
    }
}
