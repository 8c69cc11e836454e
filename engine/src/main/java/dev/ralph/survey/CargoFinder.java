package dev.ralph.survey;

import java.util.List;
import java.util.Optional;

/// `Cargo.toml`; with nextest where that is set up to write JUnit XML.
final class CargoFinder implements SuiteFinder {
    private static final String NEXTEST = ".config/nextest.toml";

    @Override
    public Optional<TestSuite> in(SurveyedFolder folder, List<TestSuite> found, List<String> notes) {
        if (!folder.has("Cargo.toml")) {
            return Optional.empty();
        }
        String locked = folder.has("Cargo.lock") ? " --locked" : "";
        String workspace = folder.says("Cargo.toml", "(?m)^[ \\t]*+\\[workspace\\b") ? " --workspace" : "";
        if (folder.says(NEXTEST, "(?m)^[ \\t]*+\\[profile\\.ci\\.junit\\]")) {
            return Optional.of(new TestSuite(
                    "cargo",
                    folder.name(),
                    "cargo nextest run --profile ci --no-fail-fast" + workspace + locked,
                    List.of("target/nextest/ci/*.xml"),
                    "cargo fetch" + locked,
                    "Cargo.toml, " + NEXTEST,
                    null));
        }
        return Optional.of(new TestSuite(
                "cargo",
                folder.name(),
                "cargo test --no-fail-fast" + workspace + locked,
                List.of(),
                "cargo fetch" + locked,
                "Cargo.toml",
                "cargo writes no test reports: with a [profile.ci.junit] for cargo-nextest a test that"
                        + " vanishes is noticed"));
    }

    @Override
    public boolean covers(SurveyedFolder above, SurveyedFolder below) {
        return above.says("Cargo.toml", "(?m)^[ \\t]*+\\[workspace\\b");
    }
}
