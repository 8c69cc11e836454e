package dev.ralph.survey;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Test cases of Python's own `unittest`, where nothing names pytest.
final class UnittestFinder implements SuiteFinder {
    private static final Pattern FILE = Pattern.compile("test.*\\.py", Pattern.DOTALL);
    private static final String CASE = "(?m)^class[^\\n(]*\\([^\\n]*TestCase";

    @Override
    public Optional<TestSuite> in(SurveyedFolder folder, List<TestSuite> found, List<String> notes) {
        boolean isProject =
                folder.name().isEmpty() || !folder.first(PytestFinder.PROJECT).isEmpty();
        if (!found.isEmpty() || !isProject) {
            return Optional.empty();
        }
        for (String below : List.of("", "tests", "test")) {
            String file = folder.firstSaying(List.of(below), FILE, CASE);
            if (!file.isEmpty()) {
                String where = below.isEmpty() || folder.has(below + "/__init__.py") ? "" : " discover -s " + below;
                return Optional.of(new TestSuite(
                        "unittest",
                        folder.name(),
                        "python3 -m unittest" + where,
                        List.of(),
                        null,
                        file + ", which has test cases of unittest",
                        "with pytest, which runs them too, a test that vanishes is noticed"));
            }
        }
        return Optional.empty();
    }

    @Override
    public boolean covers(SurveyedFolder above, SurveyedFolder below) {
        return true;
    }
}
