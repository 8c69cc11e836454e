package dev.ralph.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Secrets planted in the environment, the home and key files of the user do not turn up in what an agent leaves;
/// the agent's own login, which it must have, is scrubbed from what it says.
class CanaryTest {
    private static final String SEARCH = """
            env; cat /proc/*/environ; cat ~/.ssh/id ~/.netrc $REAL/.ssh/id $REAL/.netrc
            cat ~/.codex/auth.json
            (env; cat /proc/*/environ; cat $REAL/.ssh/id $REAL/.netrc) > found
            """;

    @TempDir
    Path folder;

    @Test
    void a_canary_is_found_without_the_sandbox_and_not_with_it() throws IOException {
        try (Yard yard = new Yard(folder)) {
            Files.writeString(Yard.made(yard.home.resolve(".ssh")).resolve("id"), "canary-in-a-key-file");
            Files.writeString(yard.home.resolve(".netrc"), "password canary-in-the-home");
            Files.writeString(
                    Yard.made(yard.home.resolve(".codex")).resolve("auth.json"),
                    "{\"access_token\": \"canary-of-the-login\"}");
            Map<String, String> user = Map.of(
                    "API_TOKEN", "canary-in-the-environment",
                    "HOME", yard.home.toString(),
                    "REAL", yard.home.toString());
            assertThat(yard.freely(SEARCH, user).stdout())
                    .contains("canary-in-the-environment", "canary-in-a-key-file", "canary-in-the-home");
            Files.delete(yard.project.resolve("found"));

            Path overlay = yard.overlay("one");
            View view = yard.view(overlay);
            Login.into(view.home().folder(), "codex", yard.home, Map.of());
            Yard.Ran ran = yard.confined(
                    yard.namespaces(),
                    view,
                    SEARCH,
                    Map.of("REAL", yard.home.toString(), "HOME", yard.home.toString()));
            String found = Yard.text(overlay.resolve("upper/found"));
            assertThat(found).contains("HOME=").doesNotContain("canary");
            assertThat(ran.stdout()).contains("canary-of-the-login").doesNotContain("canary-in");

            Scrubber scrubber = new Secrets()
                    .environment(user)
                    .files(Login.files("codex", yard.home, Map.of()))
                    .files(List.of(yard.home.resolve(".ssh/id")))
                    .scrubber();
            ByteArrayOutputStream stored = new ByteArrayOutputStream();
            try (OutputStream out = scrubber.scrubbing(stored)) {
                out.write(ran.stdout().getBytes(StandardCharsets.UTF_8));
            }
            assertThat(stored.toString(StandardCharsets.UTF_8))
                    .contains(Scrubber.MARK)
                    .doesNotContain("canary");
        }
    }
}
