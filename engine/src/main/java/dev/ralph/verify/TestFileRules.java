package dev.ralph.verify;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Which files are tests, or belong to them, by where they lie and what they are called in each ecosystem.
public final class TestFileRules {
    private static final Set<String> FOLDERS = Set.of("""
            test tests __tests__ spec specs e2e inttest integrationtest integration-test integration-tests
            functionaltest androidtest testfixtures cypress testdata test-data test_data __snapshots__
            step_definitions""".split("\\s+"));

    private static final Pattern NAME = Pattern.compile(
            "(?i)(?:test|tests|conftest)\\.[a-z]{1,6}"
                    + "|test[-_.].+|(?:.+[-_.])(?:test|tests|spec|specs|cy|it)(?:\\.[a-z]{1,6}){0,2}|.+\\.(?:bats|feature|snap)");
    private static final Pattern CAMEL =
            Pattern.compile("(?:.*(?:Test|Tests|TestCase|IT|ITCase|Spec)|Test(?:[A-Z].*)?)\\.[a-z]{1,6}");
    /// Named like a test, it is none unless it lies with tests.
    private static final Pattern DATA = Pattern.compile("(?i).+\\.(?:json|ya?ml|toml|xml|csv|tsv|txt|sql|properties|ini"
            + "|conf|cfg|html?|svg|png|jpe?g|gif|pdf|po|lock|log)");
    private static final Pattern PROGRAM_TEXT =
            Pattern.compile("(?i).+\\.(?:py|[mc]?[jt]sx?|java|kts?|groovy|scala|go|rs"
                    + "|rb|php|cs|fs|swift|sh|bash|bats|pl|t|lua|c|cc|cpp|cxx|h|hpp|exs?|clj|dart|feature)");
    private static final Pattern RUNNER =
            Pattern.compile("(?:^|[\\s/;&|(])(?:pytest|py\\.test|unittest|nose2?|tox|jest|vitest"
                    + "|mocha|ava|tap|mvnw?|gradlew?|phpunit|rspec|bats|prove|ctest|sbt)(?:\\s|$)"
                    + "|\\b(?:npm|pnpm|yarn|bun|go|cargo|swift|dotnet|mix|rake|make|deno)\\s+(?:.*\\s)?(?:test|check|verify)"
                    + "|\\bnode\\s+(?:.*\\s)?--test\\b");

    private static final Pattern TESTS = Pattern.compile(
            "(?:^|[\\s/(])(?:pytest|py\\.test|unittest|nose2?|jest|vitest|mocha|ava|phpunit|rspec|bats|prove|ctest)(?:\\s|$)"
                    + "|\\b(?:npm|pnpm|yarn|bun|go|cargo|swift|dotnet|mix|rake|make|deno)\\s+(?:-\\S+\\s+)*(?:run\\s+)?test(?:\\s|$)"
                    + "|\\bnode\\s+(?:.*\\s)?--test\\b");
    private static final Pattern INTERPRETER =
            Pattern.compile("python[\\d.]*|node|deno|bun|tsx|ts-node|sh|bash|dash|zsh|ksh|ruby|perl|php|lua|java");

    private TestFileRules() {}

    /// Whether it is a test, or something that tests are made of.
    public static boolean isTest(String path) {
        String[] parts = path.split("/");
        String name = parts[parts.length - 1];
        String lower = name.toLowerCase(Locale.ROOT);
        if (("/" + path).contains("/src/main/") || lower.endsWith(".md") || lower.startsWith(".git")) {
            return false;
        }
        boolean isData = DATA.matcher(name).matches();
        for (int i = 0; i + 1 < parts.length; i++) {
            boolean documents =
                    parts[i].toLowerCase(Locale.ROOT).startsWith("spec") && i > 0 && parts[i - 1].startsWith(".");
            boolean describes = parts[i].equalsIgnoreCase("spec") && i + 2 == parts.length && isData; // an API, say
            if (FOLDERS.contains(parts[i].toLowerCase(Locale.ROOT)) && !documents && !describes) {
                return true;
            }
        }
        return !isData && isNamedSo(name);
    }

    private static boolean isNamedSo(String name) {
        return NAME.matcher(name).matches() || CAMEL.matcher(name).matches();
    }

    /// Whether it is the text of a program, in which an empty line at the end says nothing.
    public static boolean isProgramText(String path) {
        return PROGRAM_TEXT.matcher(path).matches();
    }

    /// Whether a line for the shell runs a program that runs tests.
    public static boolean isRunner(String line) {
        return RUNNER.matcher(line).find();
    }

    /// Whether a line for the shell runs tests for certain, and does not only look at them.
    ///
    /// @param tests paths of test files
    public static boolean runsTests(String line, Collection<String> tests) {
        for (String part : line.split("[;&|\\n]+")) {
            List<String> words = List.of(part.strip().split("\\s+"));
            String program = words.getFirst().substring(words.getFirst().lastIndexOf('/') + 1);
            boolean isModule = words.contains("-m");
            boolean isNamed = !isModule
                    && INTERPRETER.matcher(program).matches()
                    && words.stream().skip(1).anyMatch(word -> tests.stream().anyMatch(test -> isWord(test, word)));
            boolean isTest = tests.stream().anyMatch(test -> isWord(test, words.getFirst()));
            if (isNamed || isTest || TESTS.matcher(part).find()) {
                return true;
            }
        }
        return false;
    }

    /// Whether a word of a command is a test file, or the class in it.
    private static boolean isWord(String test, String word) {
        String path = word.startsWith("./") ? word.substring(2) : word;
        String name = test.substring(test.lastIndexOf('/') + 1);
        int dot = name.lastIndexOf('.');
        return test.equals(path)
                || test.endsWith("/" + path)
                || (dot > 0 && CAMEL.matcher(name).matches() && path.endsWith(name.substring(0, dot)));
    }

    /// @param suite what a report says that a test belongs to: a class, a module or a file
    public static boolean isNamed(String path, String suite) {
        if (isProgramText(suite)) {
            return suite.equals(path) || suite.endsWith("/" + path) || path.endsWith("/" + suite);
        }
        int dot = path.lastIndexOf('.');
        String stem = (dot > path.lastIndexOf('/') ? path.substring(0, dot) : path).replace('/', '.');
        String dotted = suite.replace('/', '.');
        boolean isInside = dotted.startsWith(stem + ".") // a class of a module
                && dotted.length() > stem.length() + 1
                && Character.isUpperCase(dotted.charAt(stem.length() + 1));
        return dotted.equals(stem) || isInside || (dotted.contains(".") && stem.endsWith("." + dotted));
    }
}
