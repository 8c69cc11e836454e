package dev.ralph.survey;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `package.json` with a test script, for npm, pnpm, yarn and bun.
final class NodeFinder implements SuiteFinder {
    /// Packages and their lock may come with the work.
    private static final String LATER =
            "if [ -e package-lock.json ]; then npm ci; else npm install --no-package-lock; fi";

    private static final String WITH_REPORTS = "mkdir -p " + REPORTS + " && ";

    /// The program that runs scripts, and how it fetches what they need.
    private record Manager(String program, @Nullable String prepare, String file) {}

    @Override
    public Optional<TestSuite> in(SurveyedFolder folder, List<TestSuite> found, List<String> notes) {
        if (!folder.has("package.json")) {
            return Optional.empty();
        }
        String where = folder.name().isEmpty() ? "package.json" : folder.name() + "/package.json";
        PackageJson json = PackageJson.read(folder.text("package.json"));
        if (json == null) {
            notes.add(where + " is not a JSON object; skipped");
            return Optional.empty();
        }
        String test = json.scripts().getOrDefault("test", "").strip();
        if (test.isEmpty()) {
            return Optional.empty();
        }
        if (test.contains("no test specified")) {
            notes.add(where + " has only the test script of npm init, which always fails; not used as a check");
            return Optional.empty();
        }
        Manager manager = manager(folder, json);
        Run run = run(manager.program() + " test", manager.program().equals("npm") ? " -- " : " ", test, json);
        return Optional.of(new TestSuite(
                manager.program(),
                folder.name(),
                run.command(),
                run.report().isEmpty() ? List.of() : List.of(REPORTS + "/" + run.report()),
                manager.prepare(),
                "package.json" + (manager.file().isEmpty() ? "" : ", " + manager.file()) + ": test is `" + test + "`",
                run.advice()));
    }

    private static Manager manager(SurveyedFolder folder, PackageJson json) {
        if (folder.has("pnpm-lock.yaml") || json.manager().startsWith("pnpm")) {
            return new Manager("pnpm", "pnpm install --frozen-lockfile", "pnpm-lock.yaml");
        }
        if (folder.has("yarn.lock") || json.manager().startsWith("yarn")) {
            boolean classic = !folder.has(".yarnrc.yml") && !json.manager().matches("yarn@([2-9]|\\d{2,}).*");
            return new Manager(
                    "yarn", classic ? "yarn install --frozen-lockfile" : "yarn install --immutable", "yarn.lock");
        }
        String bun = folder.first(List.of("bun.lock", "bun.lockb"));
        if (!bun.isEmpty() || json.manager().startsWith("bun")) {
            return new Manager("bun run", "bun install --frozen-lockfile", bun);
        }
        String lock = folder.first(List.of("package-lock.json", "npm-shrinkwrap.json"));
        return new Manager("npm", lock.isEmpty() ? LATER : "npm ci", lock);
    }

    /// @param report the name of the report it writes; empty for none
    private record Run(
            String command, String report, @Nullable String advice) {}

    /// The same tests with a report, for the runners that can write one when asked.
    private static Run run(String command, String passing, String test, PackageJson json) {
        if (test.matches("(?s).*\\bnode\\b.*--test\\b.*") && !test.contains("--test-reporter")) {
            return new Run(
                    WITH_REPORTS + "NODE_OPTIONS=\"--test-reporter=spec --test-reporter-destination=stdout"
                            + " --test-reporter=junit --test-reporter-destination=" + REPORTS + "/node.xml\" "
                            + command,
                    "node.xml",
                    null);
        }
        if (single(test, "vitest")) {
            return new Run(
                    WITH_REPORTS + "CI=1 " + command + passing
                            + "--reporter=default --reporter=junit --outputFile.junit=" + REPORTS + "/vitest.xml",
                    "vitest.xml",
                    null);
        }
        if (single(test, "jest") && json.packages().contains("jest-junit")) {
            return new Run(
                    "CI=1 JEST_JUNIT_OUTPUT_DIR=" + REPORTS + " JEST_JUNIT_OUTPUT_NAME=jest.xml " + command + passing
                            + "--reporters=default --reporters=jest-junit",
                    "jest.xml",
                    null);
        }
        if (single(test, "mocha")) {
            return new Run(
                    WITH_REPORTS + command + passing + "--reporter xunit --reporter-option output=" + REPORTS
                            + "/mocha.xml",
                    "mocha.xml",
                    null);
        }
        return new Run(
                "CI=1 " + command,
                "",
                test.contains("jest")
                        ? "install jest-junit for reports: without them, a missing test goes unnoticed"
                        : "set `reports` if the tests can write JUnit XML or TAP: without it, a missing test goes unnoticed");
    }

    /// Whether the script is this runner alone, so that what is appended reaches it.
    private static boolean single(String test, String runner) {
        return test.matches("(?s)(npx |cross-env )?([A-Z_]+=\\S+ )*" + runner + "\\b[^;&|]*");
    }

    /// The workspaces of a root with a test script are that script's business.
    @Override
    public boolean covers(SurveyedFolder above, SurveyedFolder below) {
        PackageJson json = PackageJson.read(above.text("package.json"));
        boolean many =
                (json != null && json.workspaces()) || above.has("pnpm-workspace.yaml") || above.has("lerna.json");
        return many && json != null && json.scripts().containsKey("test");
    }
}
