package dev.ralph.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Secrets that are known do not pass.
class SecretScrubberTest {
    @TempDir
    Path folder;

    @Test
    void every_occurrence_is_replaced_and_the_rest_stays() {
        SecretScrubber scrubber = new SecretScrubber(List.of("hunter2hunter2", "sk-ant-0123456789"));
        assertThat(scrubber.scrub("a hunter2hunter2 b sk-ant-0123456789hunter2hunter2 c hunter2hunter ö"))
                .isEqualTo("a [secret] b [secret] c hunter2hunter ö");
        String clean = "nothing of the kind";
        assertThat(scrubber.scrub(clean)).isSameAs(clean);
        assertThat(new SecretScrubber(List.of()).scrub(clean)).isSameAs(clean);
    }

    @Test
    void secrets_that_overlap_or_contain_each_other_leave_no_rest() {
        SecretScrubber scrubber = new SecretScrubber(List.of("abcdefgh", "abcdefghijkl", "fghijklmnop", "cdef"));
        assertThat(scrubber.scrub("-abcdefghijklmnop-")).isEqualTo("-[secret]-");
        assertThat(scrubber.scrub("-abcdefghijkx")).isEqualTo("-[secret]ijkx");
        assertThat(scrubber.scrub("abcdef")).isEqualTo("ab[secret]");
    }

    @Test
    void it_does_what_the_plainest_search_would_do_however_the_stream_is_split() throws IOException {
        for (int seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            List<String> secrets = new ArrayList<>();
            for (int i = 0; i <= random.nextInt(4); i++) {
                secrets.add(letters(random, 1 + random.nextInt(6)));
            }
            String text = letters(random, random.nextInt(60));
            assertThat(split(new SecretScrubber(secrets), text, random))
                    .as("seed %s: %s in %s", seed, secrets, text)
                    .isEqualTo(plainly(secrets, text));
        }
    }

    private static String letters(Random random, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append("abé".charAt(random.nextInt(3)));
        }
        return text.toString();
    }

    private static String plainly(List<String> secrets, String text) {
        boolean[] covered = new boolean[text.length()];
        for (String secret : secrets) {
            for (int at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
                java.util.Arrays.fill(covered, at, at + secret.length(), true);
            }
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < covered.length; i++) {
            if (!covered[i]) {
                out.append(text.charAt(i));
            } else if (i == 0 || !covered[i - 1]) {
                out.append(SecretScrubber.MARK);
            }
        }
        return out.toString();
    }

    private static String split(SecretScrubber scrubber, String text, Random random) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] all = text.getBytes(StandardCharsets.UTF_8);
        try (OutputStream out = scrubber.scrubbing(bytes)) {
            for (int at = 0; at < all.length; ) {
                int length = Math.min(all.length - at, 1 + random.nextInt(5));
                out.write(all, at, length);
                out.flush();
                at += length;
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void a_text_made_to_be_slow_is_not() {
        List<String> secrets = List.of("a".repeat(4000) + "b", "a".repeat(3999) + "c", "ab".repeat(2000) + "c");
        SecretScrubber scrubber = new SecretScrubber(secrets);
        String text = "a".repeat(4_000_000) + "ab".repeat(1_000_000);
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(30), () -> assertThat(scrubber.scrub(text)).endsWith("abab"));
    }

    @Test
    void secrets_are_found_in_the_environment_by_their_names_and_in_addresses() {
        Secrets secrets = new Secrets()
                .environment(Map.of(
                        "ANTHROPIC_API_KEY", "sk-ant-abcdefgh",
                        "MY_PASSWORD", "correct horse",
                        "SHORT_TOKEN", "1234567",
                        "MAX_TOKENS", "1000000000",
                        "SSH_AUTH_SOCK", "/run/user/1000/agent",
                        "EDITOR", "a harmless value",
                        "DATABASE_URL", "postgres://me:pa55word!@db/x"));
        assertThat(secrets.scrubber()
                        .scrub("sk-ant-abcdefgh correct horse 1234567 1000000000 /run/user/1000/agent"
                                + " a harmless value postgres://me:pa55word!@db/x"))
                .isEqualTo("[secret] [secret] 1234567 1000000000 /run/user/1000/agent a harmless value"
                        + " postgres://me:[secret]@db/x");
    }

    @Test
    void secrets_are_found_in_credential_and_key_files_in_every_form_programs_print() throws IOException {
        Path credentials = Files.writeString(folder.resolve("credentials.json"), """
                {"claudeAiOauth": {"accessToken": "sk-ant-oat01-abc/def+ghi", "expiresAt": 1700000000000,
                  "scopes": ["user:inference"], "subscriptionType": "max"}}
                """);
        Path key = Files.writeString(folder.resolve("id"), """
                -----BEGIN OPENSSH PRIVATE KEY-----
                b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ
                AAAAtzc2gtZWQyNTUxOQAAACBq
                -----END OPENSSH PRIVATE KEY-----
                """);
        SecretScrubber scrubber = new Secrets()
                .files(List.of(credentials, key, folder.resolve("none"), folder))
                .add("two \"quoted\"\nlines of a secret text")
                .scrubber();
        assertThat(scrubber.scrub("x sk-ant-oat01-abc/def+ghi sk-ant-oat01-abc%2Fdef%2Bghi y max user:inference"))
                .isEqualTo("x [secret] [secret] y max user:inference");
        assertThat(scrubber.scrub("c2stYW50LW9hdDAxLWFiYy9kZWYrZ2hp")).isEqualTo(SecretScrubber.MARK);
        assertThat(scrubber.scrub("{\"text\":\"two \\\"quoted\\\"\\nlines of a secret text\"}"))
                .isEqualTo("{\"text\":\"[secret]\"}");
        assertThat(scrubber.scrub("only AAAAtzc2gtZWQyNTUxOQAAACBq of it")).isEqualTo("only [secret] of it");
    }
}
