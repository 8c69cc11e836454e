package dev.ralph.survey;

import java.util.List;
import java.util.Optional;

/// A makefile with a target for tests, where nothing else says how to run them.
final class MakeFinder implements SuiteFinder {
    @Override
    public Optional<TestSuite> in(SurveyedFolder folder, List<TestSuite> found, List<String> notes) {
        String file = folder.first(List.of("GNUmakefile", "makefile", "Makefile"));
        if (file.isEmpty() || !found.isEmpty()) {
            return Optional.empty();
        }
        for (String target : List.of("test", "check")) {
            if (folder.says(file, "(?m)^" + target + "\\s*:(?!=)")) {
                return Optional.of(
                        new TestSuite(
                                "make",
                                folder.name(),
                                "make " + target,
                                List.of(),
                                null,
                                "target `" + target + "` in " + file,
                                "set `reports` if the tests can write JUnit XML or TAP: without it, a missing test goes unnoticed"));
            }
        }
        return Optional.empty();
    }

    @Override
    public boolean covers(SurveyedFolder above, SurveyedFolder below) {
        return above.says(above.first(List.of("GNUmakefile", "makefile", "Makefile")), "(?m)^(test|check)\\s*:(?!=)");
    }
}
