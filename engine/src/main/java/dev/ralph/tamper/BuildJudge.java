package dev.ralph.tamper;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// What a changed value of a build file means for the tests.
final class BuildJudge {
    private static final Pattern BENDING = Pattern.compile(
            ".*(?:skip[-_.]?(?:tests?|its?|exec)|maven\\.test\\.skip|testfailureignore|test\\.failure\\.ignore|failifnotests|failifnospecifiedtests|ignorefailures|passwithnotests|excludedgroups|testpathignore|--deselect|--ignore\\b|--ignore=|--ignore-glob|--collect-only|--co\\b|-p no:|--no-run|--exclude|\\|\\| *true|\\|\\| *:|\\|\\| *exit 0|; *true$|exit 0|continue-on-error|collect_ignore|norecursedirs|--passwithnotests|--test-name-pattern|-dtest=|--grep|--list-?tests|set \\+e|-k +[\"'(]?not ).*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern TEST_KEYS = Pattern.compile(
            "skip|skiptests|skipits|skipexec|testfailureignore|exclude|excludes|include|includes|groups|excludedgroups|test|testsourcedirectory|testclassesdirectory|testoutputdirectory|haltonfailure|rerunfailingtestscount|suitexmlfile|excludesfile|includesfile|autotests|harness|doctest|testmatch|testregex|testpathignorepatterns|testpaths|python_files|python_classes|python_functions|addopts|norecursedirs|required_plugins|modulenamemapper|setupfiles|setupfilesafterenv|testrunner|roots");

    /// What Maven packs and tests.
    private static final Set<String> TESTED = Set.of("jar", "war", "ejb", "bundle", "maven-plugin");

    /// What TypeScript compiles, and what it takes for what.
    private static final Set<String> LEFT_OUT = Set.of("include", "exclude", "files", "extends", "rootdir", "paths");
    /// Properties that steer Surefire although their names do not say so.
    private static final Set<String> STEERING =
            Set.of("argline", "groups", "excludedgroups", "dependenciestoscan", "enableassertions");

    /// A requirement of Python that is no released one.
    private static final Pattern FOREIGN = Pattern.compile(
            ".@\\s*+(?:file|git|https?)\\b|(?:^|[\\s\"'\\[])(?:path|git|url)\\s*+=|^(?:-e|--editable|-f|--find-links|-i|--index-url|--extra-index-url)\\b|://");
    /// At its end.
    private static final Pattern FOLDER = Pattern.compile("(?:^|[\"'\\[])\\.{1,2}/");

    private BuildJudge() {}

    /// Of a line of `requirements.txt`.
    static boolean isForeign(String requirement) {
        String last = requirement.substring(requirement.lastIndexOf(' ') + 1);
        return FOREIGN.matcher(requirement).find() || FOLDER.matcher(last).find();
    }

    /// @param name of the file, in lower case
    /// @param isAdded or removed
    static TamperRule of(String name, SettingValue leaf, boolean isAdded) {
        if (isAdded && isBending(leaf)) {
            return TamperRule.BUILD_CHECKS;
        }
        return switch (name) {
            case "pom.xml" -> pom(leaf, isAdded);
            case "package.json", "composer.json", "deno.json", "deno.jsonc" -> script(leaf);
            case "pyproject.toml", "setup.cfg", "tox.ini" -> python(name, leaf, isAdded);
            case "cargo.toml" -> cargo(leaf, isAdded);
            case "lerna.json", "nx.json", "turbo.json", "pnpm-workspace.yaml" -> TamperRule.BUILD_FILE;
            default ->
                name.startsWith("tsconfig")
                                && !LEFT_OUT.contains(leaf.last())
                                && !leaf.path().contains("/paths/")
                        ? TamperRule.BUILD_FILE
                        : TamperRule.BUILD_STEPS;
        };
    }

    static boolean isBending(SettingValue leaf) {
        boolean off = Set.of("false", "\"false\"", "0").contains(leaf.value());
        return (BENDING.matcher(leaf.path()).matches() && !off)
                || BENDING.matcher(leaf.value()).matches();
    }

    private static TamperRule pom(SettingValue leaf, boolean isAdded) {
        String path = leaf.path();
        if (path.contains("/modules/") && !isAdded) {
            return TamperRule.BUILD_CHECKS;
        }
        boolean builds = path.contains("/build/") || path.contains("/profiles/") || path.contains("/reporting/");
        if (builds) {
            return TEST_KEYS.matcher(leaf.last()).matches() ? TamperRule.BUILD_CHECKS : TamperRule.BUILD_STEPS;
        }
        boolean version = leaf.last().contains("version");
        boolean runner = leaf.last().contains("surefire.") || leaf.last().contains("failsafe.");
        boolean steering = path.startsWith("project/properties/")
                && ((leaf.last().replace("latest", "").contains("test") && !version)
                        || leaf.last().contains("skip")
                        || (runner && !version)
                        || STEERING.contains(leaf.last()));
        boolean untested = path.equals("project/packaging") && isAdded && !TESTED.contains(leaf.value());
        if (steering || untested) {
            return TamperRule.BUILD_CHECKS;
        }
        boolean elsewhere = path.startsWith("project/parent/")
                || (runner && path.startsWith("project/properties/")) // an old one may not know the tests
                || path.startsWith("project/repositories/")
                || path.startsWith("project/pluginrepositories/")
                || leaf.last().equals("systempath");
        return elsewhere ? TamperRule.BUILD_STEPS : TamperRule.BUILD_FILE;
    }

    private static TamperRule script(SettingValue leaf) {
        return switch (leaf.first()) {
            case "scripts", "tasks" ->
                Set.of("test", "pretest", "posttest", "preinstall", "install", "postinstall", "prepare")
                                .contains(leaf.last())
                        ? TamperRule.BUILD_CHECKS
                        : TamperRule.BUILD_STEPS;
            case "jest", "vitest", "mocha", "ava", "nyc", "c8", "tap", "wtr" ->
                TEST_KEYS.matcher(leaf.last()).matches() ? TamperRule.BUILD_CHECKS : TamperRule.RUNNER_CONFIG;
            case "bin" -> WatchedKind.isTool(leaf.last()) ? TamperRule.BUILD_CHECKS : TamperRule.BUILD_FILE;
            case "overrides", "resolutions", "pnpm", "workspaces", "babel", "imports", "test" -> TamperRule.BUILD_STEPS;
            default -> isForeign(leaf) ? TamperRule.BUILD_STEPS : TamperRule.BUILD_FILE;
        };
    }

    /// A dependency that is no released one may be anything.
    private static boolean isForeign(SettingValue leaf) {
        return leaf.first().toLowerCase(Locale.ROOT).contains("dependencies")
                && leaf.value().matches("(?:file|link|portal|git|github|https?|npm)[:+].*");
    }

    private static TamperRule python(String name, SettingValue leaf, boolean isAdded) {
        String path = leaf.path();
        if (path.startsWith("tool/pytest") || path.equals("pytest") || path.startsWith("pytest/")) {
            return TEST_KEYS.matcher(leaf.last()).matches() && !isAdded
                    ? TamperRule.BUILD_CHECKS
                    : TamperRule.RUNNER_CONFIG;
        }
        if (path.contains("pytest11") || path.contains("entry-points") || path.contains("entry_points")) {
            return path.contains("pytest11") || leaf.value().contains("pytest11")
                    ? TamperRule.BUILD_CHECKS
                    : TamperRule.BUILD_FILE;
        }
        boolean program = path.startsWith("project/scripts/") || path.startsWith("tool/poetry/scripts/");
        if ((program && WatchedKind.isTool(leaf.last()))
                || (path.contains("console_scripts") && isToolFirst(leaf.value()))) {
            return TamperRule.BUILD_CHECKS;
        }
        boolean steps = name.equals("tox.ini")
                || isForeign(leaf.value())
                || path.startsWith("build-system")
                || path.startsWith("tool/tox")
                || path.startsWith("tool/nox")
                || path.startsWith("tool/coverage")
                || path.startsWith("tool/hatch/envs")
                || path.startsWith("coverage")
                || path.startsWith("tool/poe")
                || path.startsWith("tool/taskipy")
                || path.startsWith("tool/pdm/scripts");
        return steps ? TamperRule.BUILD_STEPS : TamperRule.BUILD_FILE;
    }

    /// `pytest = app.fake:main`.
    private static boolean isToolFirst(String value) {
        int sign = value.indexOf('=');
        return sign > 0 && WatchedKind.isTool(value.substring(0, sign).strip());
    }

    private static TamperRule cargo(SettingValue leaf, boolean isAdded) {
        String first = leaf.first();
        boolean off = leaf.value().equals("false");
        if (off && TEST_KEYS.matcher(leaf.last()).matches()) {
            return TamperRule.BUILD_CHECKS;
        }
        if (first.equals("test")
                || (first.equals("workspace")
                        && Set.of("exclude", "default-members").contains(leaf.last()))
                || (first.equals("workspace") && leaf.last().equals("members") && !isAdded)) {
            return TamperRule.BUILD_CHECKS;
        }
        boolean plain = leaf.path().contains("dependencies")
                || first.equals("package")
                || first.equals("features")
                || first.equals("bin")
                || first.equals("workspace")
                || first.equals("bench")
                || first.equals("example");
        boolean steps = leaf.last().equals("build") && first.equals("package");
        return plain && !steps ? TamperRule.BUILD_FILE : TamperRule.BUILD_STEPS;
    }
}
