package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `Property [OrderProperties:total] failed with sample {0=-1}`, and the shrunk sample of its report.
final class JqwikRecogniser implements Recogniser {
    private static final Pattern FAILED =
            Pattern.compile("Property \\[(?:[^\\]]*:)?([^\\]:]+)\\] (?:failed|falsified)(?: with sample (.+))?");
    private static final Pattern REPORT = Pattern.compile("\\|-+jqwik-+");
    private static final Pattern SAMPLE = Pattern.compile("^\\s*(?:Shrunk )?Sample\\b");
    private static final Pattern UNDERLINE = Pattern.compile("^\\s*-+$");

    @Override
    public String tool() {
        return "jqwik";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> failed = lines.first(FAILED);
        String shrunk = sample(lines);
        // The report alone is also printed for properties that hold.
        if (failed.isEmpty() && (shrunk == null || !lines.has(REPORT))) {
            return Optional.empty();
        }
        String counterexample =
                shrunk != null ? shrunk : failed.map(hit -> hit.group(2)).orElse("");
        String test = failed.map(hit -> hit.group(1)).orElse(null);
        int from = failed.map(Hit::index).orElse(0);
        Location frame = StackFrames.java(lines, from, from + 60);
        return Optional.of(Reading.property(
                Reading.PROPERTY,
                tool(),
                failed.map(hit -> lines.at(hit.index()).strip()).orElse("a property failed"),
                (frame == null ? Location.UNKNOWN : frame).in(test),
                counterexample));
    }

    private static @Nullable String sample(OutputLines lines) {
        Optional<Hit> head = lines.first(SAMPLE);
        if (head.isEmpty()
                || !UNDERLINE.matcher(lines.at(head.get().index() + 1)).find()) {
            return null;
        }
        int from = head.get().index() + 2;
        int to = from;
        while (to < lines.size() && to < from + 20 && !lines.at(to).isBlank()) {
            to++;
        }
        return lines.joined(from, to);
    }
}
