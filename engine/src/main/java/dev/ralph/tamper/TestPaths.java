package dev.ralph.tamper;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Which files are tests, and how runners find them, by where they lie and what they are called.
public final class TestPaths {
    private static final Pattern FOLDERS = Pattern.compile(
            "test|tests|__tests__|spec|specs|e2e|inttest|integrationtest|integration-test|integration-tests|functionaltest|androidtest|testfixtures|cypress|testdata|test-data|test_data|step_definitions|__mocks__");
    private static final Pattern JAVA = Pattern.compile("(?s).*\\.(?:java|kt|kts|groovy|scala)");
    private static final Pattern SCRIPT = Pattern.compile("(?s).*\\.[mc]?[jt]sx?");
    private static final Pattern PYTHON = Pattern.compile("(?s).*\\.pyi?");
    private static final Pattern SHELL = Pattern.compile("(?s).*\\.(?:sh|bash|zsh|ksh|pl|t|ps1)");
    private static final Pattern OTHER =
            Pattern.compile("(?s).*\\.(?:go|rs|bats|rb|cs|php|swift|c|cc|cpp|cxx|h|hpp|dart|exs?)");

    /// `SumTest`, `TestSum`, `SumIT`, not `Contest` or `Submit`.
    private static final Pattern JAVA_NAME =
            Pattern.compile("(?s).*(?:Test|Tests|TestCase|IT|ITCase|Spec)|Test(?:[A-Z].*)?");
    private static final Pattern NAME = Pattern.compile(
            "(?s)(?:.*[.\\-_])?(?:tests?|specs?|cy)|(?:tests?|spec)[-_.].*|(?:run[-_])tests?(?:[-_.].*)?");
    private static final Pattern HIDDEN = Pattern.compile("(?s)(?:^|/)\\.[^/]");
    /// Where pytest does not look unless told so.
    private static final Pattern LEFT_OUT =
            Pattern.compile("(?s)(?:^|/)(?:build|dist|venv|node_modules|CVS|[^/]*\\.egg)/");
    private static final Pattern RUST_FOLDERS = Pattern.compile("(?s)(?:.*/)?(?:tests|src)/.*");
    private static final Pattern SOURCE_SET =
            Pattern.compile("(?s)(?:.*/)?src/([^/]+)/(?:java|kotlin|groovy|scala)/.*");
    /// Go leaves such files out, or builds them for one system only.
    private static final Pattern GO_IGNORES = Pattern.compile(
            "(?s)(?:.*/)?(?:_.*|\\..*|testdata/.*)"
                    + "|.*_(?:windows|darwin|plan9|js|wasm|ios|android|freebsd|netbsd|openbsd|solaris|illumos|aix|dragonfly|wasip1|ppc64|ppc64le|mips|mipsle|mips64|mips64le|s390x|riscv64|loong64|386|arm)_test\\.go");

    private TestPaths() {}

    /// Whether it is program text that tests consist of, helpers of theirs included.
    public static boolean isTest(String path) {
        boolean program = JAVA.matcher(path).matches() && ("/" + path).contains("/src/main/");
        return isProgram(path) && !program && (isInFolder(path) || isNamedSo(path));
    }

    /// Something in a test folder that is no program text.
    static boolean isData(String path) {
        boolean scenario = name(path).endsWith(".feature");
        boolean prose = Set.of("readme.md", "readme", ".gitignore", ".gitkeep")
                .contains(name(path).toLowerCase(Locale.ROOT));
        return (scenario || isInFolder(path)) && !isProgram(path) && !prose;
    }

    static boolean isProgram(String path) {
        return isRunByRunner(path)
                || SHELL.matcher(path.toLowerCase(Locale.ROOT)).matches();
    }

    /// Whether tests of its kind are run by a runner, and not by themselves.
    static boolean isRunByRunner(String path) {
        String lower = path.toLowerCase(Locale.ROOT);
        return JAVA.matcher(lower).matches()
                || SCRIPT.matcher(lower).matches()
                || PYTHON.matcher(lower).matches()
                || OTHER.matcher(lower).matches();
    }

    private static boolean isInFolder(String path) {
        String[] parts = path.toLowerCase(Locale.ROOT).split("/");
        for (int i = 0; i + 1 < parts.length; i++) {
            boolean documents = parts[i].startsWith("spec") && i > 0 && parts[i - 1].startsWith(".");
            if (FOLDERS.matcher(parts[i]).matches() && !documents) {
                return true;
            }
        }
        return false;
    }

    private static boolean isNamedSo(String path) {
        String stem = stem(path);
        boolean python = PYTHON.matcher(path).matches() && stem.startsWith("test");
        return python
                || JAVA_NAME.matcher(stem).matches()
                || path.endsWith(".bats")
                || (!JAVA.matcher(path).matches()
                        && NAME.matcher(stem.toLowerCase(Locale.ROOT)).matches());
    }

    /// Whether any runner looks for tests in it, as far as its name says.
    static boolean isCollected(String path) {
        return !habit(path).equals("?");
    }

    /// By which of its habits of names a runner finds it: empty for a name that every runner of its kind looks for, `?`
    /// for one that none does.
    static String habit(String path) {
        String stem = stem(path);
        if (HIDDEN.matcher(path).find()) {
            return "?";
        }
        if (PYTHON.matcher(path).matches()) {
            String usual = stem.startsWith("test_")
                    ? ""
                    : stem.endsWith("_test") ? "_test" : stem.equals("tests") ? stem : "?";
            return LEFT_OUT.matcher(path).find() ? "?" : usual;
        }
        if (SCRIPT.matcher(path).matches()) {
            boolean named = stem.endsWith(".test") || stem.endsWith(".spec");
            return named ? "" : path.contains("__tests__/") ? "__tests__" : "test";
        }
        if (JAVA.matcher(path).matches()) {
            String set = SOURCE_SET.matcher(path).replaceFirst("$1");
            String kind = stem.endsWith("IT") || stem.endsWith("ITCase") ? " IT" : stem.endsWith("Spec") ? " Spec" : "";
            boolean found = JAVA_NAME.matcher(stem).matches() && isInFolder(path) && !path.contains("/resources/");
            return found ? (set.equals(path) || set.equals("test") ? "" : set) + kind : "?";
        }
        boolean lost = path.endsWith(".go")
                ? !stem.endsWith("_test") || GO_IGNORES.matcher(path).matches()
                : path.endsWith(".rs") && !RUST_FOLDERS.matcher(path).matches();
        return lost ? "?" : "";
    }

    private static String stem(String path) {
        String name = name(path);
        return name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : name;
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
