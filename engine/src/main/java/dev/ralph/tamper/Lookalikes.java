package dev.ralph.tamper;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Annotations of the project's own that are called like harmless ones of a framework, and may do more: what stands on
/// them stands on every test that they are put on.
final class Lookalikes {
    private static final Pattern DECLARED = Pattern.compile("@\\s*+interface\\b|\\bannotation\\s++class\\b");
    private static final Set<String> HARMLESS = Set.of(
            "Retention",
            "Target",
            "Documented",
            "Inherited",
            "Repeatable",
            "MustBeDocumented",
            "ArgumentsSource",
            "ArgumentsSources",
            "API");

    /// @param name of the annotation that is declared
    /// @param on   what stands on it
    private record Declared(String path, String name, String on, int line) {
        String key() {
            return path + "\0" + name + "\0" + on;
        }
    }

    private final List<TestFile> before;
    private final List<TestFile> after;
    private final Findings findings;

    Lookalikes(List<TestFile> before, List<TestFile> after, Findings findings) {
        this.before = before;
        this.after = after;
        this.findings = findings;
    }

    void apply() {
        Set<String> known = new HashSet<>();
        before.forEach(file -> declared(file).forEach(found -> known.add(found.key())));
        for (TestFile file : after) {
            for (Declared found : declared(file)) {
                if (!known.contains(found.key())) {
                    findings.add(
                            Rule.TEST_CHANGED,
                            file.path(),
                            found.line(),
                            "`" + Shown.line(found.on()) + "` was added on the annotation `"
                                    + Shown.line(found.name())
                                    + "`, which looks like a harmless one and may decide whether and how tests run");
                }
            }
        }
    }

    private static List<Declared> declared(TestFile file) {
        List<Declared> declared = new ArrayList<>();
        Source source = file.source();
        if (source.language() != Language.JAVA
                || !DECLARED.matcher(source.code()).find()) {
            return declared;
        }
        List<Statement> on = new ArrayList<>();
        boolean named = false;
        for (Statement statement : Statements.of(source, List.of())) {
            boolean kotlin = statement.has("annotation", "class");
            String name = kotlin ? behind(statement.words()) : named ? statement.first() : "";
            if (Hooks.isHarmless(name)) {
                on.stream()
                        .filter(found -> !isHarmless(found))
                        .forEach(found ->
                                declared.add(new Declared(file.path(), name, found.shown(), source.line(found.at()))));
            }
            named = statement.isAnnotation() && statement.annotation().equals("interface");
            if (statement.isAnnotation() && !named) {
                on.add(statement);
            } else if (!named && !Declaration.isModifier(statement.text())) {
                on.clear();
            }
        }
        return declared;
    }

    private static String behind(List<String> words) {
        int at = words.lastIndexOf("class") + 1;
        return at < words.size() ? words.get(at) : "";
    }

    private static boolean isHarmless(Statement annotation) {
        return HARMLESS.contains(annotation.annotation()) || Hooks.isHarmless(annotation.annotation());
    }
}
