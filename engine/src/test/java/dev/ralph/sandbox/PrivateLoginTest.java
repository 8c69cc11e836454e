package dev.ralph.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// An agent gets a copy of its credentials and nothing else; only a valid, newer login comes back.
class PrivateLoginTest {
    private static final String OLD = "{\"tokens\": {\"access\": \"old\"}, \"last_refresh\": \"yesterday\"}";
    private static final String NEW = "{\"tokens\": {\"access\": \"new\"}, \"last_refresh\": \"today\"}";

    @TempDir
    Path folder;

    private Path home;
    private Path inside;
    private Path file;
    private Path copy;

    @BeforeEach
    void build() throws IOException {
        home = Files.createDirectories(folder.resolve("home"));
        inside = Files.createDirectories(folder.resolve("inside"));
        file = home.resolve(".codex/auth.json");
        copy = inside.resolve(".codex/auth.json");
        Files.createDirectories(home.resolve(".codex"));
        Files.writeString(file, OLD);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
        Files.writeString(home.resolve(".codex/config.toml"), "notify = [\"a program\"]");
    }

    private PrivateLogin login() throws IOException {
        return PrivateLogin.into(inside, "codex", home, Map.of());
    }

    private static List<String> back(PrivateLogin login) throws IOException {
        return login.takeBack(RunAsUser.self().uid());
    }

    @Test
    void only_the_credential_file_is_copied_and_for_the_agent_alone() throws IOException {
        PrivateLogin login = login();
        assertThat(copy).hasContent(OLD);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
                .isEqualTo("rw-------");
        assertThat(inside.resolve(".codex/config.toml")).doesNotExist();
        assertThat(back(login)).isEmpty();
        login.forget();
        assertThat(copy).doesNotExist();
        assertThat(file).hasContent(OLD);
        PrivateLogin.into(inside, "claude", home, Map.of());
        PrivateLogin.into(inside, "unknown", home, Map.of());
        assertThat(inside.resolve(".claude")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({
        "claude, CLAUDE_CONFIG_DIR, /elsewhere/.credentials.json, .claude/.credentials.json",
        "codex, CODEX_HOME, /elsewhere/auth.json, .codex/auth.json",
        "gemini, GEMINI_CLI_HOME, /elsewhere/.gemini/oauth_creds.json, .gemini/oauth_creds.json",
        "opencode, XDG_DATA_HOME, /elsewhere/opencode/auth.json, .local/share/opencode/auth.json",
        "qwen, QWEN_HOME, /elsewhere/oauth_creds.json, .qwen/oauth_creds.json",
        "copilot, COPILOT_HOME, /elsewhere/config.json, .copilot/config.json"
    })
    void each_known_agent_keeps_its_login_in_its_own_place(
            String agent, String variable, String elsewhere, String below) {
        assertThat(PrivateLogin.files(agent, home, Map.of())).first().isEqualTo(home.resolve(below));
        assertThat(PrivateLogin.files(agent, home, Map.of(variable, "/elsewhere")))
                .first()
                .isEqualTo(Path.of(elsewhere));
        assertThat(PrivateLogin.variables(agent)).contains(variable);
    }

    @Test
    void a_renewed_login_comes_back_with_the_rights_the_old_one_had() throws IOException {
        PrivateLogin login = login();
        Files.writeString(copy, NEW);
        assertThat(back(login)).isEmpty();
        assertThat(file).hasContent(NEW);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
        try (var left = Files.list(file.getParent())) {
            assertThat(left).hasSize(2);
        }
    }

    @Test
    void a_renewed_login_that_a_dead_engine_left_comes_back_with_the_next_one() throws IOException {
        login();
        Files.writeString(copy, NEW);
        login();
        assertThat(file).hasContent(NEW);
        assertThat(copy).hasContent(NEW);

        Files.writeString(copy, "{\"tokens\": 1}");
        login();
        assertThat(file).as("what is damaged does not").hasContent(NEW);
        assertThat(copy).hasContent(NEW);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"tokens\": {\"access\": \"new\"}, \"last_ref | damaged",
                "{} | missing",
                "[] | missing",
                "{\"tokens\": {}} | missing",
                "{\"tokens\": {}, \"last_refresh\": \"later\"} | missing",
                "'' | empty, too large or not a regular file"
            })
    void a_damaged_or_emptied_login_does_not(String content, String reason) throws IOException {
        PrivateLogin login = login();
        Files.writeString(copy, content);
        assertThat(back(login)).hasSize(1).first().asString().contains(reason);
        assertThat(file).hasContent(OLD);
    }

    @Test
    void nor_a_huge_one_an_older_one_or_a_link() throws IOException {
        PrivateLogin login = login();
        Files.writeString(copy, NEW + " ".repeat(300_000));
        assertThat(back(login)).first().asString().contains("too large");
        Files.writeString(copy, NEW);
        Files.setLastModifiedTime(copy, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        assertThat(back(login)).first().asString().contains("older");
        Files.delete(copy);
        Files.createSymbolicLink(copy, Files.writeString(folder.resolve("other"), NEW));
        assertThat(back(login)).first().asString().contains("not a regular file");
        Files.delete(copy);
        assertThat(back(login)).as("a deleted copy means nothing").isEmpty();
        assertThat(file).hasContent(OLD);
    }

    @Test
    void nor_one_of_another_owner() throws IOException {
        PrivateLogin login = login();
        Files.writeString(copy, NEW);
        assertThat(login.takeBack(RunAsUser.self().uid() + 1))
                .first()
                .asString()
                .contains("another user");
        assertThat(file).hasContent(OLD);
    }

    @Test
    void nor_any_when_the_user_has_logged_in_anew_meanwhile() throws IOException {
        PrivateLogin login = login();
        Files.writeString(copy, NEW);
        Files.writeString(file, "{\"tokens\": \"the user's\"}");
        assertThat(back(login)).first().asString().contains("changed meanwhile");
        assertThat(file).hasContent("{\"tokens\": \"the user's\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "gemini, .gemini/settings.json, vertex-ai, GEMINI_API_KEY, vertex-ai",
        "gemini, .gemini/settings.json, '', GEMINI_API_KEY, gemini-api-key",
        "gemini, .gemini/settings.json, rm-rf, GEMINI_API_KEY, gemini-api-key",
        "qwen, .qwen/settings.json, qwen-oauth, OPENAI_API_KEY, qwen-oauth",
        "qwen, .qwen/settings.json, '', OPENAI_API_KEY, openai"
    })
    void how_an_agent_logs_in_is_all_that_goes_in_of_its_settings(
            String agent, String settings, String chosen, String variable, String word) throws IOException {
        Files.createDirectories(home.resolve(settings).getParent());
        Files.writeString(
                home.resolve(settings),
                "{ // mine\n\"tools\": {\"command\": \"evil\"}, \"selectedType\" : \"" + chosen + "\"}");
        PrivateLogin.into(inside, agent, home, Map.of(variable, "a key"));
        assertThat(inside.resolve(settings))
                .hasContent("{\"security\":{\"auth\":{\"selectedType\":\"" + word + "\"}}}");
        Files.writeString(inside.resolve(settings), "{\"of\": \"the agent\"}");
        PrivateLogin.into(inside, agent, home, Map.of());
        assertThat(inside.resolve(settings)).hasContent("{\"of\": \"the agent\"}");
    }

    @Test
    void claude_code_knows_that_it_is_not_its_first_start_and_nothing_else_of_its_settings() throws IOException {
        PrivateLogin.into(inside, "claude", home, Map.of());
        assertThat(inside.resolve(".claude.json")).doesNotExist();
        Files.writeString(
                home.resolve(".claude.json"),
                "{\"mcpServers\": {\"x\": {\"command\": \"evil\"}}, \"migrationVersion\": 15, \"primaryApiKey\": \"secret\"}");
        PrivateLogin.into(inside, "claude", home, Map.of());
        assertThat(inside.resolve(".claude.json")).hasContent("{\"migrationVersion\":15}");
    }

    @Test
    void a_file_that_holds_more_than_tokens_never_comes_back() throws IOException {
        Path settings = Files.createDirectories(home.resolve(".copilot")).resolve("config.json");
        Files.writeString(settings, "{\"trusted_folders\": []}");
        PrivateLogin login = PrivateLogin.into(inside, "copilot", home, Map.of());
        Files.writeString(inside.resolve(".copilot/config.json"), "{\"trusted_folders\": [\"/\"]}");
        assertThat(back(login)).first().asString().contains("more than tokens");
        assertThat(settings).hasContent("{\"trusted_folders\": []}");
    }

    @Test
    void a_link_in_the_place_of_its_folder_costs_the_user_nothing() throws IOException {
        PrivateLogin login = login();
        Files.delete(copy);
        Files.delete(copy.getParent());
        Files.createSymbolicLink(copy.getParent(), file.getParent());

        assertThat(back(login)).isEmpty();
        login.forget();
        assertThat(file).hasContent(OLD);

        login().forget();
        assertThat(file).hasContent(OLD);
        assertThat(Files.isSymbolicLink(inside.resolve(".codex"))).isFalse();
    }

    @Test
    void what_links_lead_to_is_not_taken_for_a_refreshed_login() throws IOException {
        PrivateLogin login = login();
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("auth.json"), NEW);
        Files.delete(copy);
        Files.delete(copy.getParent());
        Files.createSymbolicLink(copy.getParent(), elsewhere);

        back(login);
        login();

        assertThat(file).hasContent(OLD);
        assertThat(elsewhere.resolve("auth.json")).hasContent(NEW);
    }

    @Test
    void the_word_for_the_login_is_not_written_through_a_link() throws IOException {
        Path outside = folder.resolve("outside.json");
        Files.createDirectories(inside.resolve(".gemini"));
        Files.createSymbolicLink(inside.resolve(".gemini/settings.json"), outside);

        PrivateLogin.into(inside, "gemini", home, Map.of("GEMINI_API_KEY", "x"));

        assertThat(outside).doesNotExist();
        assertThat(inside.resolve(".gemini/settings.json")).content().contains("gemini-api-key");
    }

    @Test
    void an_agent_that_blocks_the_place_of_its_login_gets_one_all_the_same() throws IOException {
        Files.createDirectories(copy.resolve("full"));
        Files.setPosixFilePermissions(copy.getParent(), PosixFilePermissions.fromString("---------"));

        login();

        assertThat(copy).hasContent(OLD);
    }
}
