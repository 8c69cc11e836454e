package dev.ralph.proof;

import dev.ralph.git.RawName;
import dev.ralph.ratchet.TestId;
import dev.ralph.verify.TestFileRules;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Where tests begin and end in a file, as far as any language shows it.
final class TestBlocks {
    /// Where a test begins.
    private static final Pattern DEFINES = Pattern.compile(
            "(?m)^\\s*(?:(?:async|export|public|private|static|pub|final|suspend)\\s+)*(?:(?:def|func|fn|fun|void|sub)\\s+\\S|(?:describe|context|it|test|suite)\\b[^=\\n"
                    + "]*\\()");

    /// What stands inside may never be come by.
    private static final Pattern MAYBE = Pattern.compile(
            "^\\W*(?:if|else|elif|elsif|unless|switch|case|default|match|when|catch|except|rescue|select)\\b"
                    + "|(?:=>|->|\\|)\\s*[{(]?\\s*$|\\b(?:function|func|lambda|def|fn|do)\\b");

    private final String text;
    private final List<String> lines;
    private final List<Integer> begins = new ArrayList<>();

    TestBlocks(byte[] bytes) {
        text = new String(bytes, StandardCharsets.ISO_8859_1);
        lines = List.of(text.split("\n", -1));
        Matcher define = DEFINES.matcher(text);
        int at = 0;
        int line = 1;
        while (define.find()) {
            for (; at < define.end(); at++) {
                line += text.charAt(at) == '\n' ? 1 : 0;
            }
            begins.add(line);
        }
    }

    /// @param first of a block
    /// @param next  behind its last one
    record Lines(int first, int next) {
        boolean holds(int line) {
            return line >= first && line < next;
        }
    }

    /// The line in which the block begins that a line is part of; 0 before the first.
    int begin(int line) {
        return begins.stream().filter(begin -> begin <= line).reduce(0, (_, last) -> last);
    }

    private int next(int line) {
        return begins.stream().filter(begin -> begin > line).findFirst().orElse(Integer.MAX_VALUE);
    }

    /// Whether a line of a block is come by whenever the block is: it stands in no condition and in no function of its
    /// own, as far as lines are indented.
    boolean isReached(int line) {
        int begin = begin(line);
        int indent = indent(lines.get(line - 1));
        for (int at = line - 1; at > begin; at--) {
            String above = lines.get(at - 1);
            if (!above.isBlank() && indent(above) < indent) {
                indent = indent(above);
                if (MAYBE.matcher(above).find()) {
                    return false;
                }
            }
        }
        return begin > 0;
    }

    private static int indent(String line) {
        return line.length() - line.stripLeading().length();
    }

    /// Where a test stands; null where it does not.
    ///
    /// @param file whose text this is
    @Nullable
    Lines of(TestId test, RawName file) {
        boolean isNamed = TestFileRules.isNamed(file.toString(), test.suite()) || isUnit(file.toString(), test.suite());
        String name = test.name().replaceAll("[\\[(].*", "").replaceAll("^.*::", "");
        name = file.toString().endsWith(".go") ? name.replaceAll("/.*", "") : name; // a test within a test
        if (name.isBlank() || (!isNamed && !groups(test.suite()))) {
            return null;
        }
        String quoted = Pattern.quote(name);
        Matcher matcher = Pattern.compile(
                        "\\b(?:def|func|fn|fun|void|sub|function)\\s+" + quoted + "\\b|([\"'`])" + quoted + "\\1")
                .matcher(text);
        if (!matcher.find()) {
            return null;
        }
        int first = (int) text.substring(0, matcher.start())
                        .chars()
                        .filter(c -> c == '\n')
                        .count()
                + 1;
        return isNamed || begins.contains(first) ? new Lines(first, next(first)) : null;
    }

    /// Go's reports name the package, which is a folder, and those of cargo-nextest the program, which is a file.
    private static boolean isUnit(String file, String suite) {
        int name = file.lastIndexOf('/') + 1;
        String folder = file.substring(0, Math.max(0, name - 1));
        return file.endsWith("_test.go")
                ? folder.isEmpty() || suite.equals(folder) || suite.endsWith("/" + folder)
                : file.endsWith(".rs") && suite.endsWith("::" + file.substring(name, file.length() - 3));
    }

    /// Whether all groups of tests that a suite names are here: node's reports name no file.
    private boolean groups(String suite) {
        return suite.isEmpty()
                || Stream.of(suite.split(" > "))
                        .allMatch(group ->
                                Stream.of("'", "\"", "`").anyMatch(quote -> text.contains(quote + group + quote)));
    }
}
