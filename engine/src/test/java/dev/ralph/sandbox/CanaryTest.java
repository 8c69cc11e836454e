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
        try (SandboxFixture fixture = new SandboxFixture(folder)) {
            Files.writeString(SandboxFixture.made(fixture.home.resolve(".ssh")).resolve("id"), "canary-in-a-key-file");
            Files.writeString(fixture.home.resolve(".netrc"), "password canary-in-the-home");
            Files.writeString(
                    SandboxFixture.made(fixture.home.resolve(".codex")).resolve("auth.json"),
                    "{\"access_token\": \"canary-of-the-login\"}");
            Map<String, String> user = Map.of(
                    "API_TOKEN", "canary-in-the-environment",
                    "HOME", fixture.home.toString(),
                    "REAL", fixture.home.toString());
            assertThat(fixture.freely(SEARCH, user).stdout())
                    .contains("canary-in-the-environment", "canary-in-a-key-file", "canary-in-the-home");
            Files.delete(fixture.project.resolve("found"));

            Path overlay = fixture.overlay("one");
            SandboxView view = fixture.view(overlay);
            PrivateLogin.into(view.home().folder(), "codex", fixture.home, Map.of());
            SandboxFixture.Ran ran = fixture.confined(
                    fixture.namespaces(),
                    view,
                    SEARCH,
                    Map.of("REAL", fixture.home.toString(), "HOME", fixture.home.toString()));
            String found = SandboxFixture.text(overlay.resolve("upper/found"));
            assertThat(found).contains("HOME=").doesNotContain("canary");
            assertThat(ran.stdout()).contains("canary-of-the-login").doesNotContain("canary-in");

            SecretScrubber scrubber = new Secrets()
                    .environment(user)
                    .files(PrivateLogin.files("codex", fixture.home, Map.of()))
                    .files(List.of(fixture.home.resolve(".ssh/id")))
                    .scrubber();
            ByteArrayOutputStream stored = new ByteArrayOutputStream();
            try (OutputStream out = scrubber.scrubbing(stored)) {
                out.write(ran.stdout().getBytes(StandardCharsets.UTF_8));
            }
            assertThat(stored.toString(StandardCharsets.UTF_8))
                    .contains(SecretScrubber.MARK)
                    .doesNotContain("canary");
        }
    }
}
