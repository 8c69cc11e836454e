package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `Property [OrderProperties:total] failed with sample {0=-1}`, and the shrunk sample of its report.
final class JqwikRecogniser {
    private static final Pattern FAILED =
            Pattern.compile("Property \\[(?:[^\\]]*:)?([^\\]:]+)\\] (?:failed|falsified)(?: with sample (.+))?");
    private static final Pattern REPORT = Pattern.compile("\\|-+jqwik-+");
    private static final Pattern SAMPLE = Pattern.compile("^\\s*(?:Shrunk )?Sample\\b");
    private static final Pattern UNDERLINE = Pattern.compile("^\\s*-+$");

    private JqwikRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        Optional<Hit> failed = lines.first(FAILED);
        String shrunk = sample(lines);
        // The report alone is also printed for properties that hold.
        if (failed.isEmpty() && (shrunk == null || !lines.has(REPORT))) {
            return Optional.empty();
        }
        int from = failed.map(Hit::index).orElse(0);
        Location frame = StackFrames.java(lines, from, from + 60);
        return Optional.of(new Reading("jqwik", Reading.PROPERTY)
                .property(
                        failed.isPresent() ? lines.at(from).strip() : "a property failed",
                        (frame == null ? Location.UNKNOWN : frame)
                                .in(failed.map(hit -> hit.group(1)).orElse(null)),
                        shrunk != null
                                ? shrunk
                                : failed.map(hit -> hit.group(2)).orElse("")));
    }

    private static @Nullable String sample(OutputLines lines) {
        int from = lines.first(SAMPLE).map(Hit::index).orElse(-2) + 2;
        return UNDERLINE.matcher(lines.at(from - 1)).find()
                ? lines.joined(from, Math.min(from + 20, lines.blank(from)))
                : null;
    }
}
