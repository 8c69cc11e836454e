package dev.ralph.tamper;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which files are tests, by where they lie and what they are called.
final class TestPaths {
    private static final Set<String> FOLDERS = Set.of(
            "test",
            "tests",
            "__tests__",
            "spec",
            "specs",
            "e2e",
            "inttest",
            "integrationtest",
            "integration-test",
            "integration-tests",
            "functionaltest",
            "androidtest",
            "testfixtures",
            "cypress",
            "testdata",
            "test-data",
            "test_data",
            "step_definitions",
            "__mocks__");

    private static final Pattern SCRIPT =
            Pattern.compile("(?:.*[.\\-_])?(?:test|tests|spec|specs|cy)|(?:test|spec)[-_.].*");
    private static final Pattern PYTHON = Pattern.compile("test.*|.*_test|.*_tests|tests");
    private static final Pattern ANY =
            Pattern.compile("(?:.*[.\\-_])?(?:tests?|specs?)|(?:run[-_])?tests?(?:[-_.].*)?");
    /// Go builds such a file for one system only.
    private static final Pattern ELSEWHERE = Pattern.compile(
            ".*_(?:windows|darwin|plan9|js|wasm|ios|android|freebsd|netbsd|openbsd|solaris|illumos|aix|dragonfly|wasip1|ppc64|ppc64le|mips|mipsle|mips64|mips64le|s390x|riscv64|loong64|386|arm)_test");

    private static final Pattern HIDDEN = Pattern.compile("(?:^|/)\\.[^/]");
    /// Where pytest does not look unless told so.
    private static final Pattern LEFT_OUT = Pattern.compile("(?:^|/)(?:build|dist|venv|node_modules|CVS|[^/]*\\.egg)/");
    private static final Pattern RUST_SOURCES =
            Pattern.compile("(?:.*/)?(?:src/.*|tests/[^/]+\\.rs|tests/[^/]+/main\\.rs)");
    private static final Pattern SOURCE_SET = Pattern.compile("(?:^|/)src/([^/]+)/(?:java|kotlin|groovy)/");

    private TestPaths() {}

    /// Whether it is program text that tests consist of, helpers of theirs included.
    static boolean isTest(String path) {
        Language language = Language.of(path).orElse(null);
        boolean program = language == Language.JAVA && ("/" + path).contains("/src/main/");
        return language != null
                && !program
                && !isConftest(path)
                && (language == Language.RUST || isInFolder(path) || isNamedSo(path, language));
    }

    /// Something in a test folder that is no program text.
    static boolean isData(String path) {
        boolean scenario = lowerName(path).endsWith(".feature");
        return (scenario || isInFolder(path)) && Language.of(path).isEmpty() && !isProse(path);
    }

    private static boolean isProse(String path) {
        String name = lowerName(path);
        return name.equals("readme.md")
                || name.equals("readme")
                || name.equals(".gitignore")
                || name.equals(".gitkeep");
    }

    static boolean isConftest(String path) {
        return lowerName(path).equals("conftest.py");
    }

    private static boolean isInFolder(String path) {
        String[] parts = path.toLowerCase(Locale.ROOT).split("/");
        for (int i = 0; i + 1 < parts.length; i++) {
            boolean documents = parts[i].startsWith("spec") && (i == 0 ? "" : parts[i - 1]).startsWith(".");
            if (FOLDERS.contains(parts[i]) && !documents) {
                return true;
            }
        }
        return false;
    }

    /// Whether a runner finds tests in it unless told otherwise. Whatever is moved from a file that it looks into to
    /// one
    /// that it does not is gone.
    static boolean isCollected(String path) {
        Language language = Language.of(path).orElse(null);
        if (language == null || !isTest(path)) {
            return false;
        }
        if (HIDDEN.matcher(path).find()) {
            return false;
        }
        return switch (language) {
            case PYTHON -> isNamedSo(path, language) && !LEFT_OUT.matcher(path).find();
            case GO -> isNamedSo(path, language) && !isIgnoredByGo(path);
            case JAVA -> isNamedSo(path, language) && isInFolder(path) && !path.contains("/resources/");
            case RUST -> RUST_SOURCES.matcher(path).matches();
            case SCRIPT, SHELL, OTHER -> true;
        };
    }

    /// Whether a runner that finds tests in the one file finds them in the other: each has its own habits of names.
    static boolean isFoundLike(String before, String now) {
        String habit = habit(now);
        return before.equals(now) || habit.isEmpty() || habit.equals(habit(before));
    }

    /// Empty for a name that every runner of the language looks for.
    static String habit(String path) {
        String name = base(path);
        return switch (Language.of(path).orElse(Language.OTHER)) {
            case PYTHON ->
                name.startsWith("test_") ? "" : name.endsWith("_test") ? "_test" : name.equals("tests") ? "tests" : "?";
            case SCRIPT -> name.matches(".*\\.(?:test|spec)") ? "" : path.contains("__tests__/") ? "__tests__" : "?";
            case JAVA -> habitOfJava(path);
            case GO, RUST, SHELL, OTHER -> "";
        };
    }

    private static String habitOfJava(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        String stem = name.substring(0, name.lastIndexOf('.'));
        Matcher set = SOURCE_SET.matcher(path);
        String source = set.find() && !set.group(1).equals("test") ? set.group(1) : "";
        return source + (stem.endsWith("IT") || stem.endsWith("ITCase") ? " IT" : stem.endsWith("Spec") ? " Spec" : "");
    }

    private static boolean isIgnoredByGo(String path) {
        String name = base(path);
        boolean hidden =
                ("/" + path).contains("/_") || ("/" + path).contains("/.") || ("/" + path).contains("/testdata/");
        return hidden || ELSEWHERE.matcher(name).matches();
    }

    private static boolean isNamedSo(String path, Language language) {
        String name = base(path);
        return switch (language) {
            case JAVA -> isJavaName(path);
            case SCRIPT -> SCRIPT.matcher(name).matches();
            case PYTHON -> PYTHON.matcher(name).matches();
            case GO -> name.endsWith("_test");
            case RUST -> true;
            case SHELL, OTHER -> ANY.matcher(name).matches() || lowerName(path).endsWith(".bats") || isJavaName(path);
        };
    }

    /// `SumTest`, `TestSum`, `SumIT`, not `Contest` or `Submit`.
    private static boolean isJavaName(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        String stem = name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : name;
        return stem.endsWith("Test")
                || stem.endsWith("Tests")
                || stem.endsWith("TestCase")
                || stem.endsWith("IT")
                || stem.endsWith("ITCase")
                || stem.endsWith("Spec")
                || (stem.startsWith("Test") && (stem.length() == 4 || Character.isUpperCase(stem.charAt(4))));
    }

    private static String base(String path) {
        String name = lowerName(path);
        return name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : name;
    }

    private static String lowerName(String path) {
        return path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    }
}
