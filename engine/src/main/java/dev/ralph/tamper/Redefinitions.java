package dev.ralph.tamper;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Names that tests used and a test file now gives a meaning of its own: an assertion that asserts nothing, a class in
/// the place of the tested one.
final class Redefinitions {
    private static final Pattern JAVA =
            Pattern.compile("\\b(?:class|record|enum|interface|object|void|boolean|fun)\\s++(\\w++)\\s*+[({<:]?");
    private static final Pattern SCRIPT =
            Pattern.compile("(?m)^(?:export\\s++)?(?:async\\s++)?(?:function\\b\\*?|const|let|var|class)\\s++(\\w++)");
    private static final Pattern PYTHON = Pattern.compile(
            "(?m)^(?:(?:async[ \\t]++)?def|class)[ \\t]++(\\w++)|^(\\w++)[ \\t]*+=(?!=)|^[ \\t]++def[ \\t]++(assert\\w++|fail)\\b");
    private static final Pattern GO = Pattern.compile("(?m)^(?:func|var|const|type)\\s++(\\w++)");
    private static final Pattern RUST =
            Pattern.compile("\\bmacro_rules\\s*+!\\s*+(\\w++)|(?m)^(?:pub\\s++)?fn\\s++(\\w++)");

    /// What is asserted with by its members.
    private static final Set<String> ASSERTING =
            Set.of("assert", "Assert", "Assertions", "expect", "should", "require", "verify");

    private static final int NEAR = 300;

    private final Map<String, TestFile> before = new HashMap<>();
    private final List<TestFile> after;
    private final Findings findings;

    Redefinitions(List<TestFile> before, List<TestFile> after, Findings findings) {
        before.forEach(file -> this.before.put(file.path(), file));
        this.after = after;
        this.findings = findings;
    }

    void apply() {
        for (TestFile file : after) {
            TestFile old = before.get(file.path());
            Pattern pattern = pattern(file);
            if (old != null && pattern != null && !old.tests().isEmpty()) {
                compare(old, file, pattern);
            }
        }
    }

    private static @Nullable Pattern pattern(TestFile file) {
        return switch (file.source().language()) {
            case JAVA -> JAVA;
            case SCRIPT -> SCRIPT;
            case PYTHON -> PYTHON;
            case GO -> GO;
            case RUST -> RUST;
            case SHELL, OTHER -> null;
        };
    }

    private void compare(TestFile old, TestFile now, Pattern pattern) {
        Map<String, Integer> known = declared(old, pattern);
        Set<String> asserting = new HashSet<>();
        Set<String> used = used(old, asserting);
        declared(now, pattern).forEach((name, at) -> {
            boolean asserts = asserting.contains(name);
            boolean counts = asserts
                    || now.source().language() != Language.RUST
                    || now.path().contains("tests/");
            if (used.contains(name) && !known.containsKey(name) && counts) {
                findings.add(
                        asserts ? TamperRule.TEST_NEUTRALIZED : TamperRule.TEST_CHANGED,
                        now.path(),
                        now.source().line(at),
                        "`" + TamperExcerpt.line(name) + "`, which tests used before, is defined in this file now");
            }
        });
    }

    /// Names with the place where each is declared first; what is merely imported is not.
    private static Map<String, Integer> declared(TestFile file, Pattern pattern) {
        Map<String, Integer> found = new HashMap<>();
        Set<String> tests = file.tests().stream().map(TestCase::name).collect(Collectors.toSet());
        String code = file.source().code();
        Matcher matcher = pattern.matcher(code);
        while (matcher.find()) {
            int group = 1;
            while (group < matcher.groupCount() && matcher.group(group) == null) {
                group++;
            }
            String name = matcher.group(group);
            String near = code.substring(matcher.end(), Math.min(code.length(), matcher.end() + NEAR));
            String rest = near.contains("\n") ? near.substring(0, near.indexOf('\n')) : near;
            boolean test = tests.contains(name) && !Assertions.isAsserting(name) && rest.startsWith(")");
            if (!test && !rest.contains("require(") && !rest.contains("import(") && !rest.contains("require (")) {
                found.putIfAbsent(name, matcher.start());
            }
        }
        return found;
    }

    /// By tests, and not as the name of one.
    ///
    /// @param asserting gets those that assert something where they are called
    private static Set<String> used(TestFile file, Set<String> asserting) {
        Set<String> used = new HashSet<>();
        for (Statement statement : file.statements()) {
            List<String> words = statement.words();
            for (int i = 0; statement.test() >= 0 && i < words.size(); i++) {
                String word = words.get(i);
                boolean asserts = Assertions.isAsserting(word) && isCalled(words, i);
                if (Statement.isName(word) && (asserts || !isMember(words, i))) {
                    used.add(word);
                    if (asserts) {
                        asserting.add(word);
                    }
                }
            }
        }
        file.tests().forEach(test -> used.remove(test.name()));
        return used;
    }

    private static boolean isCalled(List<String> words, int at) {
        String next = at + 1 < words.size() ? words.get(at + 1) : "";
        return next.equals("(")
                || next.equals("!")
                || words.get(at).equals("assert")
                || (next.equals(".") && ASSERTING.contains(words.get(at)));
    }

    /// `add` in `sum.add(2, 2)`, which is found in what it belongs to.
    private static boolean isMember(List<String> words, int at) {
        return at > 1
                && words.get(at - 1).equals(".")
                && !Set.of("this", "self", "super", ".").contains(words.get(at - 2));
    }
}
