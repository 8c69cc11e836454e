package dev.ralph.spec;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Puts a text in the place of a section.
final class SectionText {
    private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");

    private SectionText() {}

    static String replaced(String text, Section section, String replacement) {
        String old = text.substring(section.start(), section.end());
        if (replacement.equals(old)) {
            return text;
        }
        String[] lines = LINE_END.split(replacement, -1);
        int from = 0;
        int to = lines.length;
        while (from < to && lines[from].isBlank()) {
            from++;
        }
        while (to > from && lines[to - 1].isBlank()) {
            to--;
        }
        if (from == to) {
            throw new IllegalArgumentException(
                    "the replacement of " + section.kind() + " " + section.id() + " is blank: say what stands there");
        }
        String indentation = indentation(lines[from]).isEmpty() ? indentation(old) : "";
        String lineEnd = lineEnd(text, section);
        StringBuilder written = new StringBuilder(text.length() + replacement.length());
        written.append(text, 0, section.start());
        for (int line = from; line < to; line++) {
            if (line > from) {
                written.append(lineEnd);
            }
            written.append(lines[line].isBlank() ? "" : indentation).append(lines[line]);
        }
        return written.append(old, endOfWords(old), old.length())
                .append(text, section.end(), text.length())
                .toString();
    }

    /// Lines that are indented less than the first one stay as they are.
    static String unindented(String lines) {
        String indentation = indentation(lines);
        return indentation.isEmpty()
                ? lines
                : Pattern.compile("(?m)^" + Pattern.quote(indentation))
                        .matcher(lines)
                        .replaceAll("");
    }

    private static String indentation(String line) {
        int end = 0;
        while (end < line.length() && (line.charAt(end) == ' ' || line.charAt(end) == '\t')) {
            end++;
        }
        return line.substring(0, end);
    }

    /// The line end that the section has, or the document if the section is one line.
    private static String lineEnd(String text, Section section) {
        Matcher found = LINE_END.matcher(text);
        return found.find(section.start()) || found.find(0) ? found.group() : "\n";
    }

    private static int endOfWords(String lines) {
        int end = lines.length();
        if (lines.endsWith("\n")) {
            end--;
        }
        return end > 0 && lines.charAt(end - 1) == '\r' ? end - 1 : end;
    }
}
