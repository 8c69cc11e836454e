package dev.ralph.tamper;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Finds the tests of a source file.
final class TestCases {
    private static final Pattern JAVA_MARK = Pattern.compile(
            "@(?:[A-Za-z_]\\w*\\s*\\.\\s*)*+(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|Example|ArchTest)\\b");
    private static final Pattern JAVA_METHOD = Pattern.compile("(\\w++|`[^`\\n]*+`)\\s*+\\(");
    private static final Pattern JAVA_OLD = Pattern.compile("\\bvoid\\s+(test\\w*+)\\s*+\\((?=\\s*+\\))");
    private static final Pattern SCRIPT_CALL = Pattern.compile(
            "(?<![\\w$.])(?:(?:t|test|it|ctx|context|suite)\\s*\\.\\s*(?:test|it)|x?it|x?test|fit|ftest|x?specify|Deno\\s*\\.\\s*test|bench)(?:\\s*\\.\\s*\\w++|\\s*\\[\\s*\"\\s*\"\\s*\\])*+\\s*+(?=[(\"<])");
    private static final Pattern PYTHON_FUNCTION =
            Pattern.compile("(?m)^([ \\t]*+)(?:async[ \\t]++)?def[ \\t]++(test\\w*+)[ \\t]*+\\(");
    private static final Pattern PYTHON_CLASS = Pattern.compile("(?m)^([ \\t]*+)class[ \\t]++(\\w++)");
    private static final Pattern GO_FUNCTION = Pattern.compile(
            "(?m)^func\\s++(?:\\([^)\\n]{0,300}+\\)\\s*+)?((?:Test|Benchmark|Fuzz|Example)(?!\\p{Ll})\\w*+)\\s*+\\(");
    private static final Pattern RUST_MARK = Pattern.compile(
            "#\\s*+\\[\\s*+(?:\\w++\\s*+::\\s*+)*+(?:test|rstest|test_case|wasm_bindgen_test|quickcheck|case)\\b");
    private static final Pattern RUST_FUNCTION = Pattern.compile("\\bfn\\s++(\\w++)");

    private static final int NEAR = 1000;

    private final Source source;
    private final List<TestCase> found = new ArrayList<>();

    private TestCases(Source source) {
        this.source = source;
    }

    /// In the order they begin; one may lie in another.
    static List<TestCase> of(Source source) {
        TestCases cases = new TestCases(source);
        switch (source.language()) {
            case JAVA -> cases.java();
            case SCRIPT -> cases.script();
            case PYTHON -> cases.python();
            case GO -> cases.go();
            case RUST -> cases.rust();
            case SHELL, OTHER -> {}
        }
        cases.found.sort(Comparator.comparingInt(TestCase::start));
        return cases.found;
    }

    private void java() {
        Matcher mark = JAVA_MARK.matcher(source.code());
        Matcher method = JAVA_METHOD.matcher(source.code());
        int done = 0;
        while (mark.find()) {
            if (mark.start() >= done) {
                int from = pastArguments(mark.end());
                int near = Math.min(source.code().length(), from + NEAR);
                while (from < near && source.code().charAt(from) == '@') {
                    from = pastAnnotation(from);
                }
                if (find(method, from)) {
                    done = add(
                            source.plain().substring(method.start(1), method.end(1)),
                            Declaration.begin(source, mark.start()),
                            method.end() - 1);
                } else {
                    done = method.regionEnd(); // no other mark before that finds one either
                }
            }
        }
        List<TestCase> marked = List.copyOf(found);
        Matcher old = JAVA_OLD.matcher(source.code());
        int next = 0;
        done = 0;
        while (old.find()) {
            while (next < marked.size() && marked.get(next).end() <= old.start()) {
                next++;
            }
            boolean known = next < marked.size() && marked.get(next).contains(old.start());
            if (!known && old.start() >= done) {
                done = add(old.group(1), Declaration.begin(source, old.start()), old.end() - 1);
            }
        }
    }

    /// Only nearby: a declaration is short, and a file may consist of beginnings of them.
    private boolean find(Matcher matcher, int from) {
        int last = Math.min(source.code().length(), from + NEAR);
        int to = from;
        while (to < last && ";{}".indexOf(source.code().charAt(to)) < 0) {
            to++;
        }
        return matcher.region(from, to).find();
    }

    private int pastAnnotation(int at) {
        int i = at + 1;
        String code = source.code();
        while (i < code.length() && (Character.isJavaIdentifierPart(code.charAt(i)) || code.charAt(i) == '.')) {
            i++;
        }
        return pastArguments(i);
    }

    /// Past blanks, the arguments that follow them, and blanks again.
    private int pastArguments(int at) {
        int i = pastBlanks(at);
        boolean arguments = i < source.code().length() && source.code().charAt(i) == '(';
        return arguments ? pastBlanks(source.pastBracket(i)) : i;
    }

    private int pastBlanks(int at) {
        int i = at;
        while (i < source.code().length()
                && Character.isWhitespace(source.code().charAt(i))) {
            i++;
        }
        return i;
    }

    /// @param parameters where they begin
    /// @return past its body
    private int add(String name, int start, int parameters) {
        int i = source.pastBracket(parameters);
        String code = source.code();
        while (i < code.length() && "{;}=".indexOf(code.charAt(i)) < 0) {
            i++;
        }
        boolean body = i < code.length() && code.charAt(i) == '{';
        int semicolon = body ? -1 : code.indexOf(';', i);
        int end = body ? source.pastBracket(i) : semicolon < 0 ? Math.min(i + 1, code.length()) : semicolon + 1;
        found.add(new TestCase("", name.replace("`", ""), start, end));
        return end;
    }

    private void script() {
        Matcher call = SCRIPT_CALL.matcher(source.code());
        while (call.find()) {
            int open = call.end();
            if (source.code().charAt(open) != '(') {
                continue; // a tagged template, whose rows are data
            }
            int end = source.pastBracket(open);
            int next = pastBlanks(end);
            boolean each = next < source.code().length() && source.code().charAt(next) == '(';
            int name = pastBlanks((each ? next : open) + 1);
            String title = title(name);
            if (title != null || each) {
                found.add(new TestCase(
                        "", title == null ? "" : title, call.start(), each ? source.pastBracket(next) : end));
            }
        }
    }

    private @Nullable String title(int at) {
        String code = source.code();
        if (at >= code.length() || code.charAt(at) != '"') {
            return null;
        }
        int close = code.indexOf('"', at + 1);
        return close < 0 ? null : source.plain().substring(at + 1, close);
    }

    private void python() {
        Matcher function = PYTHON_FUNCTION.matcher(source.code());
        Matcher type = PYTHON_CLASS.matcher(source.code());
        boolean isClass = type.find();
        String scope = "";
        int scopeIndent = -1;
        while (function.find()) {
            while (isClass && type.start() < function.start()) {
                scope = type.group(2);
                scopeIndent = type.group(1).length();
                isClass = type.find();
            }
            int indent = function.group(1).length();
            int line = source.line(function.start(2));
            found.add(new TestCase(
                    indent > scopeIndent && scopeIndent >= 0 ? scope : "",
                    function.group(2),
                    source.start(decorated(line, indent)),
                    endOfBlock(line, indent)));
        }
    }

    private int decorated(int line, int indent) {
        int first = line;
        while (first > 1) {
            String above = source.code().substring(source.start(first - 1), source.end(first - 1));
            String text = above.strip();
            boolean decorator = text.startsWith("@") && indent(above) == indent;
            boolean within = !text.isEmpty() && (indent(above) > indent || text.equals(")") || text.equals("])"));
            if (!decorator && !(within && isInDecorator(first - 1, indent))) {
                break;
            }
            first--;
        }
        return first;
    }

    /// Whether a line goes on with a decorator that began a few lines above.
    private boolean isInDecorator(int line, int indent) {
        for (int up = line; up > Math.max(0, line - 40); up--) {
            String text = source.code().substring(source.start(up), source.end(up));
            if (!text.isBlank() && indent(text) == indent) {
                int open = text.indexOf('(');
                if (text.strip().startsWith("@")) {
                    return open >= 0 && source.pastBracket(source.start(up) + open) > source.start(line);
                }
                if (!text.strip().startsWith(")") && !text.strip().startsWith("]")) {
                    return false;
                }
            }
        }
        return false;
    }

    private int endOfBlock(int line, int indent) {
        int open = source.code().indexOf('(', source.start(line));
        int next = source.line(Math.max(0, Math.min(source.code().length(), source.pastBracket(open)) - 1)) + 1;
        int last = next - 1;
        while (next <= source.lines()) {
            String text = source.code().substring(source.start(next), source.end(next));
            if (!text.isBlank() && indent(text) <= indent && !isClosing(text)) {
                break;
            }
            last = text.isBlank() ? last : next;
            next++;
        }
        return source.end(last);
    }

    private static boolean isClosing(String line) {
        char first = line.strip().charAt(0);
        return first == ')' || first == ']' || first == '}' || first == '"';
    }

    private static int indent(String line) {
        int i = 0;
        while (i < line.length() && (line.charAt(i) == ' ' || line.charAt(i) == '\t')) {
            i++;
        }
        return i;
    }

    private void go() {
        Matcher function = GO_FUNCTION.matcher(source.code());
        int done = 0;
        while (function.find()) {
            if (function.start() >= done) {
                done = add(function.group(1), function.start(), function.end() - 1);
            }
        }
    }

    private void rust() {
        Matcher mark = RUST_MARK.matcher(source.code());
        Matcher function = RUST_FUNCTION.matcher(source.code());
        int done = 0;
        while (mark.find()) {
            if (mark.start() >= done && !find(function, mark.end())) {
                done = function.regionEnd();
            } else if (mark.start() >= done) {
                int from = function.end();
                int open = source.code()
                        .substring(from, Math.min(source.code().length(), from + NEAR))
                        .indexOf('(');
                if (open >= 0) {
                    done = add(function.group(1), Declaration.begin(source, mark.start()), from + open);
                }
            }
        }
    }
}
