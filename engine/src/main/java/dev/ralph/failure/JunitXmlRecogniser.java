package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// A report in JUnit's XML that is printed and not written, as by `node --test --test-reporter=junit`.
final class JunitXmlRecogniser {
    private static final Pattern CASE = Pattern.compile("^\\s*<testcase\\b.*?\\bname=\"([^\"]*)\"");
    private static final Pattern FAILED = Pattern.compile("^\\s*<(?:failure|error)\\b(?:.*?\\bmessage=\"([^\"]*)\")?");
    private static final Pattern END = Pattern.compile("</(?:failure|error|testcase)>");
    private static final Pattern CAUSE = Pattern.compile("^\\s*(?:\\[cause\\]|cause): ");

    private JunitXmlRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.first(FAILED)
                .flatMap(hit -> lines.last(CASE, 0, hit.index() + 1).map(test -> failure(lines, test, hit)));
    }

    private static Failure failure(OutputLines lines, Hit test, Hit failed) {
        int from = failed.index() + 1;
        int end = lines.next(END, from);
        // A runner wraps what was thrown, and its own frames come first.
        int thrown = lines.first(CAUSE, from, end).map(Hit::index).orElse(from);
        String message = plain(failed.group(1));
        return new Reading("junit xml", Reading.TEST_RUNNER)
                .test(
                        message.isEmpty() ? lines.at(lines.filled(from)) : message,
                        StackFrames.javaScript(lines, thrown, end),
                        plain(test.group(1)));
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
