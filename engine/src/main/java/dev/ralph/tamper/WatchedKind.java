package dev.ralph.tamper;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What kind of watched file a path is, by its name and place.
enum WatchedKind {
    TEST,
    TEST_DATA,
    SNAPSHOT,
    CONFTEST,
    BUILD,
    RUNNER,
    LINT,
    COVERAGE,
    CI,
    INTERPRETER,
    GIT,
    SHADOW,
    REPORT,
    /// Not watched by its name, but it may hold a report.
    RESULT;

    private static final Pattern SNAPSHOTS = Pattern.compile(
            "(?:.*/)?(?:__snapshots__|__image_snapshots__|snapshots|__golden__|goldens?|golden_files|approvals)/.*"
                    + "|.*\\.(?:snap|ambr|golden|approved(?:\\.\\w+)?|snap\\.new|received\\.\\w+)");
    private static final Pattern EXPECTED =
            Pattern.compile("(?:.*[^a-z])?(?:expected|golden|snapshot|baseline|reference)(?:[^a-z].*)?");
    private static final Pattern BUILDS = Pattern.compile(
            "pom\\.xml|build\\.gradle|build\\.gradle\\.kts|settings\\.gradle|settings\\.gradle\\.kts|package\\.json|pyproject\\.toml|setup\\.cfg|setup\\.py|tox\\.ini|noxfile\\.py|cargo\\.toml|build\\.rs|go\\.mod|go\\.work|makefile|gnumakefile|justfile|taskfile\\.yml|taskfile\\.yaml|rakefile|build\\.xml|cmakelists\\.txt|tsconfig\\.json|lerna\\.json|nx\\.json|turbo\\.json|pnpm-workspace\\.yaml|build\\.sbt|project\\.clj|meson\\.build|build\\.bazel|workspace\\.bazel|composer\\.json|gemfile|deno\\.json|deno\\.jsonc|gradle\\.properties|\\.tool-versions|mise\\.toml|\\.mise\\.toml|rust-toolchain|rust-toolchain\\.toml|\\.python-version|\\.nvmrc|\\.node-version|vite\\.config\\.js|vite\\.config\\.ts|vite\\.config\\.mjs|vite\\.config\\.mts");
    private static final Pattern MORE_BUILDS = Pattern.compile(
            "tsconfig\\.[\\w.-]+\\.json|(?:.*[-_])?(?:requirements|constraints)(?:[-_.].*)?\\.(?:txt|in)");
    private static final Pattern RUNNERS = Pattern.compile(
            "pytest\\.ini|\\.pytest\\.ini|pytest\\.toml|\\.?mocharc\\.\\w+|\\.mocharc|(?:jest|vitest|karma|playwright|cypress|ava|wdio|babel|nightwatch)(?:\\.[\\w-]+)?\\.(?:config|conf|setup|workspace)\\.\\w+"
                    + "|(?:jest|vitest|test)[.-]?(?:setup|global-setup|environment)\\.\\w+|setuptests\\.\\w+|jest-preset\\.\\w+|\\.babelrc(?:\\.\\w+)?|karma\\.conf\\.\\w+|babel\\.config\\.\\w+"
                    + "|phpunit\\.xml(?:\\.dist)?|\\.rspec|nextest\\.toml|testng\\.xml|junit-platform\\.properties|\\.taprc|ava\\.config\\.\\w+|wallaby\\.\\w+|\\.phpunit\\.\\w+|nose2?\\.cfg|unittest\\.cfg|\\.noserc|spec_helper\\.rb|test_helper\\.rb");
    private static final Pattern LINTS = Pattern.compile(
            "\\.eslintrc(?:\\.\\w+)?|eslint\\.config\\.\\w+|\\.eslintignore|\\.flake8|\\.pylintrc|pylintrc|ruff\\.toml|\\.ruff\\.toml|mypy\\.ini|\\.mypy\\.ini|\\.golangci\\.\\w+|clippy\\.toml|\\.clippy\\.toml|checkstyle.*\\.xml|spotbugs.*\\.xml|pmd.*\\.xml|\\.prettierrc(?:\\.\\w+)?|\\.prettierignore|\\.rubocop\\.yml|biome\\.json|pyrightconfig\\.json|\\.editorconfig|\\.shellcheckrc|rustfmt\\.toml|\\.stylelintrc(?:\\.\\w+)?|sonar-project\\.properties");
    private static final Pattern COVERAGES = Pattern.compile(
            "\\.coveragerc|\\.nycrc(?:\\.\\w+)?|\\.?codecov\\.ya?ml|\\.c8rc(?:\\.\\w+)?|tarpaulin\\.toml|\\.coveralls\\.yml|\\.simplecov");
    private static final Pattern CIS = Pattern.compile(
            "\\.(?:github|gitea|forgejo)/(?:workflows|actions)/.*|\\.gitlab-ci\\.ya?ml|\\.gitlab/ci/.*|\\.circleci/.*|\\.travis\\.ya?ml|\\.buildkite/.*|\\.drone\\.ya?ml|\\.woodpecker(?:/.*|\\.ya?ml)|\\.teamcity/.*|(?:.*/)?jenkinsfile|azure-pipelines.*\\.ya?ml|bitbucket-pipelines\\.yml|\\.?appveyor\\.yml|cloudbuild\\.ya?ml|\\.pre-commit-config\\.yaml|\\.github/(?:codeowners|dependabot\\.yml)|codeowners");
    private static final Pattern INTERPRETERS = Pattern.compile(
            "(?:.*/)?(?:\\.npmrc|\\.yarnrc|\\.yarnrc\\.yml|\\.pnpmfile\\.c?js|\\.pnp\\.c?js|\\.envrc|\\.env|\\.bashrc|\\.bash_profile|\\.bash_login|\\.bash_aliases|\\.profile|\\.zshrc|\\.zshenv|\\.zprofile|\\.kshrc|\\.inputrc|\\.pythonrc(?:\\.py)?|\\.pythonstartup|sitecustomize\\.py|usercustomize\\.py|pip\\.conf|\\.pdbrc|\\.pypirc|pyvenv\\.cfg|init\\.gradle(?:\\.kts)?|mvnw|mvnw\\.cmd|gradlew|gradlew\\.bat|\\.mavenrc|\\.sdkmanrc|\\.noderc|\\.node_repl_history|bunfig\\.toml|\\.swcrc|\\.perltidyrc|\\.rubyopt|\\.jvmopts|\\.java_opts|\\.direnvrc)"
                    + "|(?:.*/)?[^/]+\\.pth|(?:.*/)?[^/]+\\.(?:egg|dist)-info/entry_points\\.txt|(?:.*/)?[^/]+\\.egg-link|(?:.*/)?\\.mvn/.*|(?:.*/)?\\.cargo/.*|(?:.*/)?\\.yarn/(?:plugins|releases|patches)/.*|(?:.*/)?patches/.*[+@]\\d[^/]*\\.patch|(?:.*/)?gradle/wrapper/.*|(?:.*/)?(?:\\.venv|venv|site-packages)/.*|(?:.*/)?\\.config/(?:fish|git|pip|nextest)/.*|(?:.*/)?meta-inf/services/org\\.junit.*|(?:.*/)?meta-inf/services/.*(?:testng|launcher|processor).*");
    private static final Pattern GITS = Pattern.compile(
            "(?:.*/)?(?:\\.gitattributes|\\.gitmodules|\\.gitconfig|gitconfig|\\.husky/.*|\\.githooks/.*|\\.git-hooks/.*|lefthook\\.ya?ml)");
    /// Programs and libraries that checks start or import by name.
    private static final Pattern TOOLS = Pattern.compile(
            "pytest|py\\.test|npm|npx|node|yarn|pnpm|jest|mocha|vitest|tap|mvn|gradle|cargo|rustc|go|gotestsum|python|python3|pip|tox|nox|make|git|sh|bash|env|java|javac|coverage|eslint|tsc|diff|cmp|grep|bats|timeout|uv|bun|deno|test|true");
    private static final Pattern MODULES = Pattern.compile(
            "pytest|_pytest|unittest|doctest|pluggy|coverage|hypothesis|nose|nose2|mock|pytest_cov|xdist|pytest_asyncio|ast|builtins|os|sys|importlib");
    /// Libraries of tests that came with the project.
    private static final Pattern VENDORED = Pattern.compile(
            "(?:.*/)?(?:vendor|third_party)/(?:.*[/_.-])?(?:testify|gomega|ginkgo|go-cmp|gotest\\.tools|quicktest|phpunit|rspec|minitest|googletest|pytest|unity)/.*");
    private static final Pattern REPORTS = Pattern.compile(
            "(?:.*/)?(?:surefire-reports|failsafe-reports|test-results|test-reports|junit-reports|\\.nyc_output)/.*\\.(?:xml|json|tap|txt|dumpstream)"
                    + "|(?:.*/)?(?:test-)?(?:junit|test-results?|test-report|test_results?|testresults?|pytest|xunit|nosetests|jest-junit|surefire)[\\w.-]*\\.(?:xml|tap)"
                    + "|(?:.*/)?(?:coverage\\.xml|lcov\\.info|jacoco\\.(?:xml|exec|csv)|coverage-final\\.json|coverage-summary\\.json|cobertura\\.xml|\\.coverage|coverage\\.out|cover\\.out)"
                    + "|(?:.*/)?TEST-[^/]*\\.xml");

    /// Empty for files that no rule watches.
    static Optional<WatchedKind> of(String path) {
        String lower = path.toLowerCase(Locale.ROOT);
        String name = lower.substring(lower.lastIndexOf('/') + 1);
        WatchedKind named = named(lower, name);
        if (named != null) {
            return Optional.of(named);
        }
        if (REPORTS.matcher(path).matches() || REPORTS.matcher(lower).matches()) {
            return Optional.of(isSample(lower) ? TEST_DATA : REPORT);
        }
        if (SNAPSHOTS.matcher(lower).matches() && !TestPaths.isProgram(path)) {
            return Optional.of(SNAPSHOT);
        }
        if (TestPaths.isTest(path)) {
            return Optional.of(TEST);
        }
        if (TestPaths.isData(path)) {
            return Optional.of(EXPECTED.matcher(name).matches() ? SNAPSHOT : TEST_DATA);
        }
        return name.endsWith(".xml") || name.endsWith(".tap") ? Optional.of(RESULT) : Optional.empty();
    }

    private static @Nullable WatchedKind named(String lower, String name) {
        if (name.equals("conftest.py")) {
            return CONFTEST;
        }
        if (INTERPRETERS.matcher(lower).matches()) {
            return INTERPRETER;
        }
        if (GITS.matcher(lower).matches()) {
            return GIT;
        }
        if (CIS.matcher(lower).matches()) {
            return CI;
        }
        if (isShadow(lower, name)) {
            return SHADOW;
        }
        if (BUILDS.matcher(name).matches()
                || name.endsWith(".gradle")
                || name.endsWith(".gradle.kts")
                || name.endsWith(".mk")
                || MORE_BUILDS.matcher(name).matches()
                || lower.startsWith("buildsrc/")) {
            return BUILD;
        }
        if (RUNNERS.matcher(name).matches()) {
            return RUNNER;
        }
        if (COVERAGES.matcher(name).matches()) {
            return COVERAGE;
        }
        return LINTS.matcher(name).matches() ? LINT : null;
    }

    /// Whether a build does without it, once another file says the same.
    ///
    /// @param name in lower case
    static boolean isPartOfBuild(String name) {
        return MORE_BUILDS.matcher(name).matches();
    }

    /// Whether checks start a program of that name.
    static boolean isTool(String name) {
        return TOOLS.matcher(name).matches();
    }

    /// Whether it belongs to a library of tests that came with the project, which is brought up to date like any other.
    static boolean isVendored(String path) {
        return VENDORED.matcher(path.toLowerCase(Locale.ROOT)).matches();
    }

    private static boolean isShadow(String lower, String name) {
        if (lower.startsWith("node_modules/") || lower.contains("/node_modules/") || isVendored(lower)) {
            return true;
        }
        String[] parts = lower.split("/");
        boolean module = name.endsWith(".py")
                && MODULES.matcher(name.substring(0, name.length() - 3)).matches();
        boolean inside = parts.length == 2 && MODULES.matcher(parts[0]).matches() && name.endsWith(".py");
        boolean low = parts.length == 1
                || (parts.length == 2 && Set.of("src", "lib", "test", "tests").contains(parts[0]));
        boolean program = TOOLS.matcher(name).matches()
                && (parts.length == 1
                        || Set.of("bin", ".bin", "tools", "scripts", "script").contains(parts[parts.length - 2]));
        boolean binary = name.startsWith("test") && program; // `bin/test` is a script of the project's own
        return (module && low) || inside || (program && !binary);
    }

    /// Reports that are data of a test.
    private static boolean isSample(String lower) {
        return lower.contains("fixtures/")
                || lower.contains("testdata/")
                || lower.contains("resources/")
                || lower.contains("samples/");
    }
}
