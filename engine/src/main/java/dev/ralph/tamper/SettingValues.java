package dev.ralph.tamper;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads files of settings as lists of values. What is malformed is read as far as it goes: a tool may be as forgiving.
final class SettingValues {
    private static final int DEEPEST = 60;
    /// Of names that lead to values, in all: honest files are far from it.
    private static final int MOST = 4 * FileContent.LARGEST;

    private final String text;
    private final List<SettingValue> found = new ArrayList<>();
    private final Deque<String> names = new ArrayDeque<>();
    private int line = 1;
    private int at;
    private int kept;
    private @Nullable String path;

    private SettingValues(String text) {
        this.text = text;
    }

    /// The way that fits the name of the file.
    static Function<String, List<SettingValue>> reader(String path) {
        String name = path.toLowerCase(Locale.ROOT);
        if (name.endsWith(".xml") || name.endsWith(".pom")) {
            return SettingValues::xml;
        }
        return name.endsWith(".json") || name.endsWith(".json5") || name.endsWith(".jsonc")
                ? SettingValues::json
                : SettingValues::sections;
    }

    private void add(String value) {
        add(value, line);
    }

    private void add(String value, int where) {
        found.add(new SettingValue(path(), value.strip(), where));
    }

    /// The same string for all values of a list.
    private String path() {
        if (path == null) {
            String joined = SettingLine.bounded(String.join("/", names)).toLowerCase(Locale.ROOT);
            kept += joined.length();
            if (kept > MOST) {
                throw new FileTooLarge("holds too many names to compare them");
            }
            path = joined;
        }
        return path;
    }

    private char next() {
        char c = text.charAt(at++);
        line += c == '\n' ? 1 : 0;
        return c;
    }

    /// Elements become names, texts and attributes values; comments and instructions are left out.
    static List<SettingValue> xml(String text) {
        SettingValues leaves = new SettingValues(text);
        StringBuilder inner = new StringBuilder();
        while (leaves.at < text.length()) {
            if (text.startsWith("<!--", leaves.at)) {
                leaves.past("-->");
            } else if (text.startsWith("<![CDATA[", leaves.at)) {
                int end = text.indexOf("]]>", leaves.at);
                inner.append(text, leaves.at + 9, end < 0 ? text.length() : end);
                leaves.past("]]>");
            } else if (text.charAt(leaves.at) == '<') {
                leaves.element(inner.toString().strip());
                inner.setLength(0);
            } else {
                inner.append(leaves.next());
            }
        }
        return leaves.found;
    }

    private void past(String end) {
        int found = text.indexOf(end, at);
        int to = found < 0 ? text.length() : found + end.length();
        while (at < to) {
            next();
        }
    }

    private void element(String inner) {
        int start = at;
        int where = line;
        past(">");
        String tag = text.substring(start + 1, Math.max(start + 1, at - 1)).strip();
        if (tag.startsWith("/")) {
            if (!inner.isEmpty()) {
                add(inner, where);
            }
            leave();
        } else if (!tag.startsWith("?") && !tag.startsWith("!")) {
            boolean empty = tag.endsWith("/");
            String[] words =
                    (empty ? tag.substring(0, tag.length() - 1) : tag).strip().split("\\s+", 2);
            push(words[0].substring(words[0].indexOf(':') + 1));
            if (words.length > 1) {
                add(words[1].replaceAll("\\s+", " "), where);
            } else if (empty) {
                add("", where);
            }
            if (empty) {
                leave();
            }
        }
    }

    private void push(String name) {
        if (names.size() >= DEEPEST) {
            leave();
        }
        path = null;
        names.addLast(SettingLine.bounded(name));
    }

    private void leave() {
        path = null;
        names.pollLast();
    }

    /// Keys become names, elements of lists values of the list's name.
    static List<SettingValue> json(String text) {
        SettingValues leaves = new SettingValues(text);
        StringBuilder pending = new StringBuilder();
        boolean isPending = false;
        Deque<String> opened = new ArrayDeque<>();
        while (leaves.at < text.length()) {
            char c = leaves.next();
            int where = leaves.line;
            if (c == '"') {
                pending.append(leaves.quoted());
                isPending = true;
            } else if (c == ':') {
                leaves.push(pending.toString());
                opened.addLast(":");
                pending.setLength(0);
                isPending = false;
            } else if (c == '{' || c == '[') {
                opened.addLast(String.valueOf(c));
            } else if (c == ',' || c == '}' || c == ']') {
                if (isPending) {
                    leaves.add(pending.toString(), where);
                    pending.setLength(0);
                    isPending = false;
                }
                leaves.closeKey(opened);
                if (c != ',') {
                    opened.pollLast();
                }
            } else if (c == '/' && leaves.at < text.length() && text.charAt(leaves.at) == '/') {
                leaves.past("\n");
            } else if (!Character.isWhitespace(c)) {
                pending.append(c);
                isPending = true;
            }
        }
        return leaves.found;
    }

    private void closeKey(Deque<String> opened) {
        if (!opened.isEmpty() && opened.getLast().equals(":")) {
            opened.pollLast();
            leave();
        }
    }

    private String quoted() {
        StringBuilder inner = new StringBuilder();
        while (at < text.length()) {
            char c = next();
            if (c == '"') {
                break;
            }
            inner.append(c == '\\' && at < text.length() ? escaped(next()) : c);
        }
        return inner.toString();
    }

    /// A `t` may be written as a backslash and `u0074`.
    private char escaped(char c) {
        boolean code = c == 'u' && at + 4 <= text.length();
        for (int i = at; code && i < at + 4; i++) {
            code = Character.digit(text.charAt(i), 16) >= 0;
        }
        if (!code) {
            return c;
        }
        char value = (char) Integer.parseInt(text, at, at + 4, 16);
        at += 4;
        return value;
    }

    /// `[section]` and `key = value` or `key: value`, as in INI and TOML; a value may go on over lines.
    static List<SettingValue> sections(String text) {
        SettingValues leaves = new SettingValues(text);
        String section = "";
        String key = "";
        int open = 0;
        for (String whole : text.split("\n", -1)) {
            String line = uncommented(whole);
            String stripped = line.strip();
            boolean header = open == 0 && stripped.startsWith("[") && stripped.endsWith("]") && line.indexOf('=') < 0;
            int sign = open > 0 || line.isEmpty() || Character.isWhitespace(line.charAt(0)) ? -1 : sign(line);
            if (header) {
                section = stripped.replaceAll("[\\[\\]\"]", "")
                        .strip()
                        .replace('.', '/')
                        .replace(':', '/');
                key = "";
                open = 0;
            } else if (sign > 0) {
                key = line.substring(0, sign).strip().replace("\"", "").replace('.', '/');
                leaves.put(section, key, line.substring(sign + 1).strip());
                open = Math.max(0, balance(line.substring(sign + 1)));
            } else if (!stripped.isEmpty()) {
                leaves.put(section, key, stripped);
                open = Math.max(0, open + balance(line));
            }
            leaves.line++;
        }
        return leaves.found;
    }

    private void put(String section, String key, String value) {
        path = null;
        names.clear();
        if (!section.isEmpty()) {
            names.addLast(section);
        }
        if (!key.isEmpty()) {
            names.addLast(key);
        }
        add(value.endsWith(",") ? value.substring(0, value.length() - 1) : value);
    }

    private static String uncommented(String line) {
        String stripped = line.strip();
        if (stripped.startsWith("#") || stripped.startsWith(";")) {
            return "";
        }
        int hash = line.indexOf(" #");
        return (hash < 0 || line.indexOf('"', hash) >= 0 ? line : line.substring(0, hash)).replace("\r", "");
    }

    private static int sign(String line) {
        int equals = line.indexOf('=');
        int colon = line.indexOf(':');
        return equals < 0 ? colon : colon < 0 ? equals : Math.min(equals, colon);
    }

    private static int balance(String value) {
        int depth = 0;
        boolean quoted = false;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            quoted ^= c == '"';
            depth += quoted ? 0 : c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
        }
        return depth;
    }
}
