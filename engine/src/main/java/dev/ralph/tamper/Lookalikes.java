package dev.ralph.tamper;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Annotations of the project's own that are called like harmless ones of a framework, and may do more: what stands on
/// them stands on every test that they are put on.
final class Lookalikes {
    private static final Pattern DECLARED = Pattern.compile("@\\s*+interface\\b|\\bannotation\\s++class\\b");
    private static final Pattern RENAMED = Pattern.compile("\\bimport\\s++([\\w.]++)\\s++as\\s++(\\w++)");
    private static final Pattern PUT = Pattern.compile("@\\s*+(\\w++)");
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
    /// @param said what makes it more than its name says
    private record Declared(String path, String name, String said, int line) {
        String key() {
            return path + "\0" + name + "\0" + said;
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
                            TamperRule.TEST_CHANGED,
                            file.path(),
                            found.line(),
                            found.said() + " the annotation `" + TamperExcerpt.line(found.name())
                                    + "`, which looks like a harmless one and may decide whether and how tests run");
                }
            }
        }
    }

    private static List<Declared> declared(TestFile file) {
        List<Declared> declared = new ArrayList<>();
        Source source = file.source();
        if (source.language() == Language.JAVA) {
            renamed(file, declared);
        }
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
                        .forEach(found -> declared.add(new Declared(
                                file.path(),
                                name,
                                "`" + TamperExcerpt.line(found.shown()) + "` was added on",
                                source.line(found.at()))));
            }
            named = statement.isAnnotation() && statement.annotation().equals("interface");
            if (statement.isAnnotation() && !named) {
                on.add(statement);
            } else if (!named && !statement.words().stream().allMatch(Declaration::isModifier)) {
                on.clear();
            }
        }
        return declared;
    }

    /// `import app.Later as Order` of Kotlin and Groovy, where `@Order` stands on something.
    private static void renamed(TestFile file, List<Declared> declared) {
        Source source = file.source();
        Matcher renamed = RENAMED.matcher(source.code());
        Set<String> put = null;
        while (renamed.find()) {
            String name = renamed.group(2);
            if (Hooks.isHarmless(name) && !renamed.group(1).endsWith("." + name)) {
                put = put == null ? put(source) : put;
                if (put.contains(name)) {
                    String said = "`" + TamperExcerpt.line(renamed.group(1)) + "` was imported as";
                    declared.add(new Declared(file.path(), name, said, source.line(renamed.start())));
                }
            }
        }
    }

    private static Set<String> put(Source source) {
        return PUT.matcher(source.code()).results().map(put -> put.group(1)).collect(Collectors.toSet());
    }

    private static String behind(List<String> words) {
        int at = 0;
        while (!words.get(at).equals("annotation") || !words.get(at + 1).equals("class")) {
            at++;
        }
        return at + 2 < words.size() ? words.get(at + 2) : "";
    }

    private static boolean isHarmless(Statement annotation) {
        return HARMLESS.contains(annotation.annotation()) || Hooks.isHarmless(annotation.annotation());
    }
}
