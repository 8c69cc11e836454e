package dev.ralph.survey;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A configuration of pytest, a project that needs it, or tests that nothing else runs.
final class PytestFinder implements SuiteFinder {
    private static final String ARGUMENTS = " -q -p no:cacheprovider --junitxml=" + REPORTS + "/pytest.xml";

    /// What says that a folder below the root is a project of its own.
    static final List<String> PROJECT =
            List.of("pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile");
    private static final Pattern FILE = Pattern.compile("test_.*\\.py|.*_test\\.py", Pattern.DOTALL);

    /// Functions on their own; classes of `unittest` need no pytest.
    private static final String TEST = "(?m)^(?:async[ \\t]++)?def[ \\t]++test|^(?:import|from)[ \\t]++pytest\\b";

    @Override
    public Optional<TestSuite> in(SurveyedFolder folder, List<TestSuite> found, List<String> notes) {
        String why = why(folder);
        if (why.isEmpty()) {
            return Optional.empty();
        }
        String lock = folder.first(List.of("uv.lock", "poetry.lock"));
        String program;
        String prepare;
        switch (lock) {
            case "uv.lock" -> {
                program = "uv run --frozen pytest";
                prepare = "uv sync --frozen";
            }
            case "poetry.lock" -> {
                program = "poetry run pytest";
                prepare = "poetry install --no-interaction";
            }
            default -> {
                prepare = venv(folder);
                program = (prepare == null ? "python3" : ".venv/bin/python") + " -m pytest";
            }
        }
        return Optional.of(new TestSuite(
                "pytest",
                folder.name(),
                program + ARGUMENTS,
                List.of(REPORTS + "/pytest.xml"),
                prepare,
                why + (lock.isEmpty() ? "" : ", " + lock),
                null));
    }

    /// Only who has such an environment needs it in a clean room too.
    private static @Nullable String venv(SurveyedFolder folder) {
        String needs = folder.first(List.of("requirements-dev.txt", "requirements-test.txt", "requirements.txt"));
        return folder.hasFolder(".venv") && !needs.isEmpty()
                ? "python3 -m venv .venv && .venv/bin/pip install -q -r " + needs
                : null;
    }

    private static String why(SurveyedFolder folder) {
        if (folder.has("pytest.ini")) {
            return "pytest.ini";
        }
        if (folder.says("pyproject.toml", "(?m)^[ \\t]*+\\[tool\\.pytest|[\"']pytest\\b|^[ \\t]*+pytest[ \\t]*+=")) {
            return "pyproject.toml, which names pytest";
        }
        if (folder.says("setup.cfg", "(?m)^\\[tool:pytest\\]") || folder.says("tox.ini", "(?m)^\\[pytest\\]")) {
            return folder.first(List.of("setup.cfg", "tox.ini")) + ", which configures pytest";
        }
        for (String file : List.of("requirements-dev.txt", "requirements-test.txt", "requirements.txt")) {
            if (folder.says(file, "(?mi)^pytest\\b")) {
                return file + ", which names pytest";
            }
        }
        String hooks = folder.first(List.of("conftest.py", "tests/conftest.py"));
        boolean isProject = folder.name().isEmpty() || !folder.first(PROJECT).isEmpty();
        if (!hooks.isEmpty() || !isProject) {
            return hooks;
        }
        String test = folder.firstSaying(List.of("", "tests", "test"), FILE, TEST);
        return test.isEmpty() ? "" : test + ", which only pytest runs";
    }

    @Override
    public boolean covers(SurveyedFolder above, SurveyedFolder below) {
        return !below.has("pyproject.toml") && !below.has("pytest.ini");
    }
}
