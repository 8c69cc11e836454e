package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where in the project's own files a stack trace leads.
final class StackFrames {
    private static final Pattern JAVA = Pattern.compile(
            "^\\s*+(?:at )?+(?:[\\w.@-]*+/{1,2}+)*+([\\w.$]+)\\.([\\w$<>]+)\\(([\\w$]+\\.(?:java|kt|scala|groovy)):(\\d+)\\)");
    private static final Pattern JAVA_FOREIGN = Pattern.compile(
            "^\\s*(?:at )?(?:(?:java|jdk)\\.[\\w.]+(?:@[\\w.]+)?/|app//)?(?:java|javax|jdk|sun|com\\.sun|org\\.junit|junit|org\\.opentest4j|org\\.assertj|org\\.hamcrest|net\\.jqwik|org\\.mockito|org\\.apache\\.maven|org\\.gradle|org\\.testng|kotlin|scala|groovy|org\\.codehaus)\\.");
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
        for (int i = from; i < Math.min(to, lines.size()); i++) {
            String line = lines.at(i);
            Matcher frame = JAVA.matcher(line);
            if (frame.find() && !JAVA_FOREIGN.matcher(line).find()) {
                return javaLocation(frame.group(1), frame.group(2), frame.group(3), frame.group(4));
            }
        }
        return null;
    }

    static boolean isJavaFrame(String line) {
        return JAVA.matcher(line).find();
    }

    private static Location javaLocation(String type, String method, String file, String line) {
        int end = type.lastIndexOf('.');
        String folder = end < 0 ? "" : type.substring(0, end).replace('.', '/') + "/";
        return new Location(folder + file, number(line), method, null);
    }

    static @Nullable Location javaScript(OutputLines lines, int from, int to) {
        for (int i = from; i < Math.min(to, lines.size()); i++) {
            Matcher frame = JAVASCRIPT.matcher(lines.at(i));
            if (frame.find() && !foreign(frame.group(2))) {
                return new Location(file(frame.group(2)), number(frame.group(3)), function(frame.group(1)), null);
            }
        }
        return null;
    }

    static boolean isJavaScriptFrame(String line) {
        return line.stripLeading().startsWith("at ") && line.startsWith(" ");
    }

    private static @Nullable String function(@Nullable String name) {
        if (name == null || name.contains("<anonymous>") || name.equals("async") || name.equals("at")) {
            return null;
        }
        int alias = name.indexOf(" [as ");
        return alias < 0 ? name : name.substring(0, alias);
    }

    /// The last frame of the project: Python prints the innermost one last.
    static @Nullable Location python(OutputLines lines, int from, int to) {
        Location last = null;
        for (int i = from; i < Math.min(to, lines.size()); i++) {
            Matcher frame = PYTHON.matcher(lines.at(i));
            if (frame.find() && !foreign(frame.group(1))) {
                String function = frame.group(3) == null || frame.group(3).startsWith("<") ? null : frame.group(3);
                last = new Location(file(frame.group(1)), number(frame.group(2)), function, null);
            }
        }
        return last;
    }

    static @Nullable Location ruby(OutputLines lines, int from, int to) {
        for (int i = from; i < Math.min(to, lines.size()); i++) {
            Matcher frame = RUBY.matcher(lines.at(i));
            if (frame.find() && !foreign(frame.group(1))) {
                return new Location(file(frame.group(1)), number(frame.group(2)), frame.group(3), null);
            }
        }
        return null;
    }

    static @Nullable Location go(OutputLines lines, int from, int to) {
        for (int i = from; i < Math.min(to, lines.size()); i++) {
            Matcher frame = GO.matcher(lines.at(i));
            if (frame.find() && !foreign(frame.group(1))) {
                Matcher function = GO_FUNCTION.matcher(lines.at(i - 1));
                return new Location(
                        file(frame.group(1)), number(frame.group(2)), function.find() ? function.group(1) : null, null);
            }
        }
        return null;
    }

    /// The place that a compiler names in a line of its own.
    static Location place(Hit hit, int file, int line) {
        return Location.at(file(hit.group(file)), hit.number(line));
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
