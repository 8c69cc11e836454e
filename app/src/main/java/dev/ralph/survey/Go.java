package dev.ralph.survey;

import java.util.List;
import java.util.Optional;

/// `go.mod`.
final class Go implements Finder {
    @Override
    public Optional<Suite> in(Folder folder, List<Suite> found, List<String> notes) {
        if (!folder.has("go.mod")) {
            return Optional.empty();
        }
        return Optional.of(new Suite(
                "go",
                folder.name(),
                "mkdir -p " + REPORTS + " && go test -json ./... > " + REPORTS + "/go.json",
                List.of(REPORTS + "/go.json"),
                folder.has("go.sum") ? "go mod download" : null,
                "go.mod",
                null));
    }
}
