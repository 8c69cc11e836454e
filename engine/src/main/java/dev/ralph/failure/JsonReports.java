package dev.ralph.failure;

import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reports that tools write as JSON, in the words that the same tools print for people: one recogniser reads both.
/// What is no such report stays as it is.
final class JsonReports {
    private static final int LONGEST = 4 * 1024 * 1024;
    private static final int MOST_UNFINISHED = 8;
    private static final Pattern START =
            Pattern.compile("^[ \\t]{0,40}+(?=\\{\\s{0,40}+\"|\\[\\s{0,40}+\\{\\s{0,40}+\")", Pattern.MULTILINE);

    /// One for each tool: the lines that it would print; none where it is not its report.
    private static final List<Function<@Nullable Object, Stream<String>>> REPORTS = List.of(
            JsonReports::eslint,
            JsonReports::mypy,
            JsonReports::gcc,
            JsonReports::sarif,
            JsonReports::tests,
            JsonReports::biome);

    private JsonReports() {}

    static String printed(String text) {
        StringBuilder printed = new StringBuilder();
        Matcher start = START.matcher(text);
        int copied = 0;
        int at = 0;
        for (int unfinished = 0; unfinished < MOST_UNFINISHED && at < text.length() && start.find(at); ) {
            int end = end(text, start.end());
            if (end < 0) {
                unfinished++;
            } else {
                String lines = report(text.substring(start.end(), end));
                if (!lines.isEmpty()) {
                    printed.append(text, copied, start.start()).append(lines);
                    copied = end;
                }
            }
            at = Math.max(end, start.end() + 1);
        }
        return copied == 0 ? text : printed.append(text, copied, text.length()).toString();
    }

    /// Behind the bracket that closes the one at `from`; -1 where none does.
    private static int end(String text, int from) {
        int depth = 0;
        boolean quoted = false;
        int last = Math.min(text.length(), from + LONGEST);
        for (int i = from; i < last; i++) {
            char c = text.charAt(i);
            if (quoted) {
                i += c == '\\' ? 1 : 0;
                quoted = c != '"';
            } else if (c == '"') {
                quoted = true;
            } else if (c == '{' || c == '[') {
                depth++;
            } else if ((c == '}' || c == ']') && --depth == 0) {
                return i + 1;
            }
        }
        return -1;
    }

    private static String report(String json) {
        Object value;
        try {
            value = JsonText.parse(json);
        } catch (InvalidJson other) {
            return "";
        }
        return REPORTS.stream()
                .map(tool -> tool.apply(value).collect(Collectors.joining("\n")))
                .filter(lines -> !lines.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static Stream<String> eslint(@Nullable Object report) {
        List<String> lines = new ArrayList<>();
        for (Object file : items(report)) {
            if (field(file, "messages") != null && field(file, "filePath") != null) {
                lines.add(text(file, "filePath"));
                for (Object message : items(field(file, "messages"))) {
                    lines.add("  " + text(message, "line") + ":" + text(message, "column")
                            + (text(message, "severity").equals("1") ? "  warning  " : "  error  ")
                            + line(message, "message") + "  " + text(message, "ruleId"));
                }
                lines.add("");
            }
        }
        if (!lines.isEmpty()) {
            lines.add("✖ " + sum(report, "errorCount", "warningCount") + " problems (" + sum(report, "errorCount")
                    + " errors, " + sum(report, "warningCount") + " warnings)");
        }
        return lines.stream();
    }

    private static long sum(@Nullable Object files, String... fields) {
        return items(files).stream()
                .flatMap(file -> Stream.of(fields).map(name -> field(file, name)))
                .filter(Long.class::isInstance)
                .mapToLong(Long.class::cast)
                .sum();
    }

    private static Stream<String> mypy(@Nullable Object error) {
        return field(error, "hint", "code", "severity") == null
                ? Stream.empty()
                : Stream.of(text(error, "file") + ":" + text(error, "line") + ": " + text(error, "severity") + ": "
                        + line(error, "message") + "  [" + text(error, "code") + "]");
    }

    private static Stream<String> gcc(@Nullable Object report) {
        return items(report).stream()
                .filter(one -> field(one, "kind") != null && field(one, "locations") != null)
                .map(one -> {
                    Object caret = field(
                            items(field(one, "locations")).stream().findFirst().orElse(null), "caret");
                    return place(text(caret, "file"), text(caret, "line"), text(caret, "column")) + text(one, "kind")
                            + ": " + line(one, "message");
                });
    }

    /// Of GCC, Clang, and of linters that can write it.
    private static Stream<String> sarif(@Nullable Object report) {
        return items(field(report, "runs")).stream()
                .flatMap(run -> items(field(run, "results")).stream())
                .map(result -> {
                    Object found = items(field(result, "locations")).stream()
                            .findFirst()
                            .map(one -> field(one, "physicalLocation"))
                            .orElse(null);
                    Object region = field(found, "region");
                    return place(
                                    StackFrames.file(text(field(found, "artifactLocation"), "uri")),
                                    text(region, "startLine"),
                                    text(region, "startColumn"))
                            + (field(result, "level") == null ? "error" : text(result, "level")) + ": "
                            + line(field(result, "message"), "text");
                });
    }

    private static String place(String file, String line, String column) {
        return file.isEmpty() ? "" : file + ":" + line + ":" + column + ": ";
    }

    /// Of Vitest and Jest. Only Jest counts the suites that could not run.
    private static Stream<String> tests(@Nullable Object report) {
        boolean jest = field(report, "numRuntimeErrorTestSuites") != null;
        List<String> lines = new ArrayList<>();
        for (Object suite : items(field(report, "testResults"))) {
            List<Object> failed = items(field(suite, "assertionResults")).stream()
                    .filter(test -> text(test, "status").equals("failed"))
                    .toList();
            String fail = " FAIL  " + text(suite, "name");
            for (Object test : failed) {
                List<String> names = new ArrayList<>(items(field(test, "ancestorTitles")).stream()
                        .map(String::valueOf)
                        .toList());
                names.add(text(test, "title"));
                lines.add(
                        jest ? fail + "\n  ● " + String.join(" › ", names) : fail + " > " + String.join(" > ", names));
                lines.add("");
                items(field(test, "failureMessages")).forEach(message -> lines.add(String.valueOf(message)));
                lines.add("");
            }
            if (failed.isEmpty() && text(suite, "status").equals("failed")) {
                lines.add(jest ? fail + "\n" : fail + " [ " + text(suite, "name") + " ]\n");
                lines.add(text(suite, "message") + "\n");
            }
        }
        return lines.stream();
    }

    private static Stream<String> biome(@Nullable Object report) {
        return field(report, "summary") == null
                ? Stream.empty()
                : items(field(report, "diagnostics")).stream()
                        .filter(one -> field(one, "category") != null)
                        .map(one -> {
                            Object place = field(one, "location");
                            String line = text(field(place, "start"), "line");
                            return text(place, "path") + (line.isEmpty() || line.equals("0") ? "" : ":" + line + ":1")
                                    + " " + text(one, "category") + " ━━━\n\n  "
                                    + (text(one, "severity").equals("error") ? "×" : "!") + " "
                                    + line(one, "message") + "\n";
                        });
    }

    /// The last of some fields of an object that has all of them, else null.
    private static @Nullable Object field(@Nullable Object object, String... names) {
        return object instanceof Map<?, ?> fields && Stream.of(names).allMatch(fields::containsKey)
                ? fields.get(names[names.length - 1])
                : null;
    }

    private static List<Object> items(@Nullable Object list) {
        return list instanceof List<?> all
                ? all.stream().filter(Objects::nonNull).map(Object.class::cast).toList()
                : List.of();
    }

    private static String text(@Nullable Object object, String name) {
        Object value = field(object, name);
        return value == null ? "" : String.valueOf(value);
    }

    private static String line(@Nullable Object object, String name) {
        return text(object, name).replaceAll("\\s*\\R\\s*", " ");
    }
}
