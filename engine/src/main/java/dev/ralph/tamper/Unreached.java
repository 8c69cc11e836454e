package dev.ralph.tamper;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Tests that look like some and that no runner comes to: inside a function, in a class that is not looked into, by a
/// method that cannot be called.
final class Unreached {
    private static final Pattern PYTHON_HEADER =
            Pattern.compile("(?m)^([ \\t]*+)(?:async[ \\t]++)?(def|class)[ \\t]++(\\w++)[ \\t]*+(\\()?");
    private static final Pattern JAVA_HIDDEN = Pattern.compile("\\b(?:private|static)\\b");
    private static final Pattern NO_BASES = Pattern.compile("\\((?:[,\\s]++|object\\b)*+\\)");
    private static final Pattern GO_OUTPUT = Pattern.compile("(?i)//\\s*+(?:unordered )?output:");

    private final Source source;
    private final List<TestCase> tests;
    private final Set<Integer> found = new HashSet<>();

    private Unreached(Source source, List<TestCase> tests) {
        this.source = source;
        this.tests = tests;
    }

    /// Their numbers.
    static Set<Integer> of(Source source, List<TestCase> tests) {
        Unreached unreached = new Unreached(source, tests);
        switch (source.language()) {
            case PYTHON -> unreached.python();
            case JAVA -> unreached.java();
            case GO -> unreached.go();
            case SCRIPT, RUST, SHELL, OTHER -> {}
        }
        return unreached.found;
    }

    /// @param name empty for a function
    /// @param collects whether tests in it are found
    private record Block(int indent, String name, boolean collects) {}

    private void python() {
        Deque<Block> open = new ArrayDeque<>();
        Set<String> made = new HashSet<>();
        Matcher header = PYTHON_HEADER.matcher(source.code());
        TestAtPlace inside = new TestAtPlace(tests);
        while (header.find()) {
            int indent = header.group(1).length();
            while (!open.isEmpty() && open.getLast().indent() >= indent) {
                open.removeLast();
            }
            int number = inside.at(header.start(3));
            if (header.group(2).equals("class")) {
                boolean bases = header.group(4) != null && hasBases(header.start(4));
                boolean collects = bases || header.group(3).startsWith("Test");
                String plain = bases ? "" : header.group(3);
                open.addLast(new Block(indent, plain, collects && open.stream().allMatch(Block::collects)));
            } else {
                if (!open.isEmpty() && header.group(3).equals("__init__")) {
                    made.add(open.getLast().name());
                }
                if (open.stream().anyMatch(block -> !block.collects())
                        && number >= 0
                        && tests.get(number).name().equals(header.group(3))) {
                    found.add(number);
                }
                open.addLast(new Block(indent, "", false));
            }
        }
        made.remove("");
        for (int i = 0; i < tests.size() && !made.isEmpty(); i++) {
            if (made.contains(tests.get(i).scope())) {
                found.add(i);
            }
        }
    }

    /// Whether there is more between its parentheses than what every class has.
    private boolean hasBases(int open) {
        Matcher none =
                NO_BASES.matcher(source.code()).region(open, source.code().length());
        return !none.lookingAt();
    }

    /// What stands between its annotations and its name.
    private void java() {
        for (int i = 0; i < tests.size(); i++) {
            String header = header(tests.get(i));
            boolean hidden = JAVA_HIDDEN.matcher(header).find();
            boolean custom = header.contains("@ArchTest") && !header.contains("private"); // static as a rule
            if (hidden && !custom) {
                found.add(i);
            }
        }
    }

    private String header(TestCase test) {
        StringBuilder header = new StringBuilder();
        int at = test.start();
        while (at < test.end() && source.code().charAt(at) != '{') {
            char c = source.code().charAt(at);
            header.append(c == '(' ? ' ' : c);
            at = c == '(' ? source.pastBracket(at) : at + 1;
        }
        return header.toString();
    }

    private void go() {
        for (int i = 0; i < tests.size(); i++) {
            TestCase test = tests.get(i);
            boolean example = test.name().startsWith("Example");
            boolean checked = example
                    && GO_OUTPUT
                            .matcher(source.raw())
                            .region(test.start(), test.end())
                            .find();
            if (test.name().startsWith("Benchmark") || (example && !checked)) {
                found.add(i);
            }
        }
    }
}
