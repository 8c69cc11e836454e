package dev.ralph.proof;

import dev.ralph.verify.TestFileRules;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Tests that must fail, in the form that the runners of a project understand; for a project in which no test passes.
///
/// @param files paths from the top of the repository, with their contents
/// @param mark  what they say when they fail, and what is part of their names
record PlantedTest(Map<String, String> files, String mark) {
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package\\s+(\\w+)");

    PlantedTest {
        files = Map.copyOf(files);
    }

    /// What is known of a file.
    @FunctionalInterface
    interface Texts {
        /// Empty where it cannot be read.
        String of(String path);
    }

    /// @param paths  of all files
    /// @param prefix of the project in its repository
    /// @param mark   small letters
    static PlantedTest of(Collection<String> paths, Texts texts, String prefix, String mark) {
        Map<String, String> files = new TreeMap<>();
        if (has(paths, ".*\\.py")) {
            files.put(
                    beside(paths, "py", prefix + (hasFolder(paths, prefix + "tests") ? "tests/" : "")) + "test_" + mark
                            + ".py",
                    """
                    import unittest


                    class Planted(unittest.TestCase):
                        def test_%1$s(self):
                            self.fail("%1$s")
                    """.formatted(mark));
        }
        if (has(paths, "(?:.*/)?package\\.json|.*\\.[mc]?[jt]sx?")) {
            files.put(
                    beside(paths, "[mc]?[jt]sx?", prefix + (hasFolder(paths, prefix + "test") ? "test/" : "")) + mark
                            + ".test.js",
                    """
                    const fails = () => { throw new Error('%1$s'); };
                    if (globalThis.test) globalThis.test('%1$s', fails);
                    else import('node:test').then((node) => node.test('%1$s', fails));
                    """.formatted(mark));
        }
        if (has(paths, "(?:.*/)?(?:pom\\.xml|build\\.gradle(?:\\.kts)?)")) {
            boolean old = paths.stream()
                    .filter(path -> path.matches("(?:.*/)?(?:pom\\.xml|build\\.gradle(?:\\.kts)?)"))
                    .map(texts::of)
                    .noneMatch(text -> text.contains("jupiter"));
            String name = "Planted" + mark + "Test";
            files.put(prefix + "src/test/java/" + name + ".java", """
                    public class %1$s {
                        @%2$s
                        public void %3$s() {
                            throw new AssertionError("%3$s");
                        }
                    }
                    """.formatted(
                            name, old ? "org.junit.Test" : "org.junit.jupiter.api.Test", mark));
        }
        if (has(paths, "(?:.*/)?Cargo\\.toml")) {
            files.put(prefix + "tests/" + mark + ".rs", """
                    #[test]
                    fn %1$s() {
                        panic!("%1$s");
                    }
                    """.formatted(mark));
        }
        paths.stream().filter(path -> path.endsWith(".go")).findFirst().ifPresent(path -> {
            Matcher said = PACKAGE.matcher(texts.of(path));
            if (said.find()) {
                files.put(path.substring(0, path.lastIndexOf('/') + 1) + mark + "_test.go", """
                        package %2$s

                        import "testing"

                        func Test_%1$s(t *testing.T) {
                        	t.Fatal("%1$s")
                        }
                        """.formatted(
                                mark, said.group(1)));
            }
        });
        return new PlantedTest(files, mark);
    }

    private static boolean has(Collection<String> paths, String pattern) {
        return paths.stream().anyMatch(path -> path.matches(pattern));
    }

    private static boolean hasFolder(Collection<String> paths, String folder) {
        return paths.stream().anyMatch(path -> path.startsWith(folder + "/"));
    }

    /// The folder of a test of that kind that is there.
    private static String beside(Collection<String> paths, String ending, String otherwise) {
        List<String> tests = paths.stream()
                .filter(path -> path.matches(".*\\." + ending) && TestFileRules.isTest(path))
                .filter(path -> !path.endsWith("__init__.py") && !path.endsWith("conftest.py"))
                .toList();
        return tests.isEmpty()
                ? otherwise
                : tests.getFirst().substring(0, tests.getFirst().lastIndexOf('/') + 1);
    }
}
