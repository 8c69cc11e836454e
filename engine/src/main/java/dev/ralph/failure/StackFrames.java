package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Where in the project's own files a stack trace leads.
final class StackFrames {
    private static final Pattern JAVA = Pattern.compile(
            "^[\\s│]*+(?:at )?+(?:[\\w.@-]*+/{1,2}+)*+([\\w.$]+)\\.([\\w$<>]+)\\(([\\w$]+\\.(?:java|kt|scala|groovy)):(\\d+)\\)");
    private static final Pattern JAVA_FOREIGN = Pattern.compile(
            "^[\\s│]*(?:at )?(?:(?:java|jdk)\\.[\\w.]+(?:@[\\w.]+)?/|app//)?(?:java|javax|jdk|sun|com\\.sun|org\\.junit|junit|org\\.opentest4j|org\\.assertj|org\\.hamcrest|net\\.jqwik|org\\.mockito|org\\.apache\\.maven|org\\.gradle|org\\.testng|kotlin|scala|groovy|org\\.codehaus)\\.");
    private static final Pattern JAVASCRIPT = Pattern.compile(
            "^[\\s#]*(?:at|❯) (?:(?:async |new )?([^()\\s]+(?: \\[as [^\\]]+\\])?) )?\\(?(?:file://)?((?:/|[A-Za-z]:\\\\|\\.{0,2}[\\w@.-])[^():]*):(\\d+)(?::\\d+)?\\)?$");
    private static final Pattern PYTHON = Pattern.compile("^[\\s|]*File \"([^\"]+)\", line (\\d+)(?:, in (.+))?$");
    private static final Pattern RUBY = Pattern.compile(
            "^\\s*(?:from |# )?(\\S+?\\.rb|<internal:[^>]*>):(\\d+)(?::in [`'](?:block .* in |\\S+[#.])?([\\w?!]+)')?");
    private static final Pattern GO = Pattern.compile("^\\s+(\\S+\\.go):(\\d+)(?: \\+0x[0-9a-f]+)?$");
    private static final Pattern GO_FUNCTION = Pattern.compile("^(?:[\\w./-]+\\.)?(?:\\(\\*?\\w+\\)\\.)?([\\w.]+?)\\(");

    /// Files of tools and libraries.
    private static final Pattern FOREIGN = Pattern.compile(
            "(?:^|[/\\\\])(?:node_modules|gems|site-packages|dist-packages|\\.cargo|rustc|rustlib|go-[\\d.]+|\\.pnpm|\\.yarn)[/\\\\]|^node:|^internal/|/lib/python\\d|^<|/usr/lib/|/usr/share/|/usr/local/go/|^/usr/include|/go/pkg/mod/");

    private StackFrames() {}

    static boolean foreign(String file) {
        return FOREIGN.matcher(file).find();
    }

    /// The first frame of the project below a Java exception.
    static @Nullable Location java(OutputLines lines, int from, int to) {
        return lines.every(JAVA, from, to)
                .filter(hit -> !JAVA_FOREIGN.matcher(lines.at(hit.index())).find())
                .findFirst()
                .map(hit -> new Location(folder(hit.group(1)) + hit.group(3), hit.number(4), hit.group(2), null))
                .orElse(null);
    }

    static boolean isJavaFrame(String line) {
        return JAVA.matcher(line).find();
    }

    /// Where the file of a Java type lies.
    static String folder(String type) {
        int end = type.lastIndexOf('.');
        return end < 0 ? "" : type.substring(0, end).replace('.', '/') + "/";
    }

    static @Nullable Location javaScript(OutputLines lines, int from, int to) {
        return own(lines.every(JAVASCRIPT, from, to), 2)
                .findFirst()
                .map(hit -> at(hit, 2, javaScriptFunction(hit.group(1))))
                .orElse(null);
    }

    private static String javaScriptFunction(String name) {
        return name.contains("<anonymous>") || name.equals("async") || name.equals("at")
                ? ""
                : name.replaceFirst(" \\[as .*", "");
    }

    /// The last frame of the project: Python prints the innermost one last.
    static @Nullable Location python(OutputLines lines, int from, int to) {
        return own(lines.every(PYTHON, from, to), 1)
                .reduce((_, last) -> last)
                .map(hit -> at(hit, 1, hit.group(3).startsWith("<") ? "" : hit.group(3)))
                .orElse(null);
    }

    static @Nullable Location ruby(OutputLines lines, int from, int to) {
        return own(lines.every(RUBY, from, to), 1)
                .findFirst()
                .map(hit -> at(hit, 1, hit.group(3)))
                .orElse(null);
    }

    static @Nullable Location go(OutputLines lines, int from, int to) {
        return own(lines.every(GO, from, to), 1)
                .findFirst()
                .map(hit -> {
                    Matcher function = GO_FUNCTION.matcher(lines.at(hit.index() - 1));
                    return at(hit, 1, function.find() ? function.group(1) : "");
                })
                .orElse(null);
    }

    private static Stream<Hit> own(Stream<Hit> frames, int file) {
        return frames.filter(hit -> !foreign(hit.group(file)));
    }

    /// @param file    the group that names it; the one behind it has the line
    /// @param function empty where there is none
    private static Location at(Hit hit, int file, String function) {
        return new Location(file(hit.group(file)), hit.number(file + 1), function.isEmpty() ? null : function, null);
    }

    static String file(String name) {
        String file = name.startsWith("file://") ? name.substring("file://".length()) : name;
        return file.startsWith("./") ? file.substring(2) : file;
    }

    static @Nullable Integer number(@Nullable String digits) {
        int value = digits == null || digits.isEmpty() || digits.length() > 9 ? 0 : Integer.parseInt(digits);
        return value < 1 ? null : value;
    }
}
