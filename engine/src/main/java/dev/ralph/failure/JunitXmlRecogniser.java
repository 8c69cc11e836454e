package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// A report in JUnit's XML that is printed and not written, as by `node --test --test-reporter=junit`.
final class JunitXmlRecogniser implements Recogniser {
    private static final Pattern CASE = Pattern.compile("^\\s*<testcase\\b.*?\\bname=\"([^\"]*)\"");
    private static final Pattern FAILED = Pattern.compile("^\\s*<(?:failure|error)\\b(?:.*?\\bmessage=\"([^\"]*)\")?");
    private static final Pattern END = Pattern.compile("</(?:failure|error|testcase)>");
    private static final Pattern CAUSE = Pattern.compile("^\\s*(?:\\[cause\\]|cause): ");

    @Override
    public String tool() {
        return "junit xml";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> failed = lines.first(FAILED);
        return failed.flatMap(hit -> lines.last(CASE, 0, hit.index() + 1))
                .map(test -> failure(lines, test, failed.get()));
    }

    private Failure failure(OutputLines lines, Hit test, Hit failed) {
        int from = failed.index() + 1;
        int end = lines.first(END, from, lines.size()).map(Hit::index).orElse(lines.size());
        // A runner wraps what was thrown, and its own frames come first.
        int thrown = lines.first(CAUSE, from, end).map(Hit::index).orElse(from);
        String message = plain(failed.group(1));
        Location frame = StackFrames.javaScript(lines, thrown, end);
        return Reading.of(
                Symptom.of(FailureType.TEST_FAILURE, message),
                Reading.TEST_RUNNER,
                tool(),
                message.isEmpty() ? lines.at(lines.filled(from)) : message,
                (frame == null ? Location.UNKNOWN : frame).in(plain(test.group(1))));
    }

    private static String plain(String attribute) {
        return attribute
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&apos;", "'")
                .replace("&#10;", "\n")
                .replace("&amp;", "&");
    }
}
