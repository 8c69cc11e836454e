package dev.ralph.survey;

import java.util.List;
import java.util.Optional;

/// `go.mod`.
final class GoFinder implements SuiteFinder {
    @Override
    public Optional<TestSuite> in(SurveyedFolder folder, List<TestSuite> found, List<String> notes) {
        if (!folder.has("go.mod")) {
            return Optional.empty();
        }
        return Optional.of(new TestSuite(
                "go",
                folder.name(),
                "mkdir -p " + REPORTS + " && go test -json ./... > " + REPORTS + "/go.json",
                List.of(REPORTS + "/go.json"),
                folder.has("go.sum") ? "go mod download" : null,
                "go.mod",
                null));
    }
}
