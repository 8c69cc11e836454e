package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A list of tasks and a tracker: GitHub, played by a server on loopback, or a file.
@Timeout(180)
class TrackerTest {
    private static final String WORKS = """
            env > "$SEEN"
            id=$(grep -o '^GH-[0-9]*: ' "$RUN_FOLDER/prompt.md" | head -1)
            echo x > "made-${id%: }"
            touch "$TASK_FOLDER/DONE"
            """;

    @TempDir
    Path base;

    private GitProject project;
    private GithubServer github;

    @BeforeEach
    void repository() throws Exception {
        github = new GithubServer();
        project = GitProject.of(base);
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        project.write("Makefile", "test:\n\t@test -e old\n").write("agent.sh", WORKS);
        tracker("{type: github, repo: me/app, url: '" + github.url() + "', label: ralph}");
        project.commit("tools");
    }

    @AfterEach
    void end() {
        github.close();
    }

    private void tracker(String setting) throws Exception {
        project.write(".ralph/config.yaml", "tracker: " + setting + "\n");
    }

    private Map<String, String> variables() {
        return Map.of(
                "GITHUB_TOKEN",
                GithubServer.TOKEN,
                "SEEN",
                base.resolve("seen").toString(),
                "XDG_STATE_HOME",
                project.state().toString());
    }

    private Shell.Said ralph(String... words) {
        return project.shell().ralph(variables(), List.of(words));
    }

    private Shell.Said sync() {
        return ralph("sync");
    }

    private String synced() {
        Shell.Said said = sync();
        assertThat(said.code()).as(said.out() + said.err()).isZero();
        return said.out().replaceFirst("^[^:]*: ", "").strip();
    }

    private List<Map<String, @Nullable Object>> lines(String file) throws Exception {
        List<Map<String, @Nullable Object>> lines = new ArrayList<>();
        if (Files.exists(project.path(file))) {
            for (String line : Files.readAllLines(project.path(file))) {
                lines.add(JsonText.object(line));
            }
        }
        return lines;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private String status(String task) {
        return ralph("task", "list", "--json")
                .out()
                .replaceFirst("(?s).*\"" + task + "\",\"state\":\"([a-z_]*)\".*", "$1");
    }

    private Shell.Said run() {
        return ralph(
                "run",
                "--workspace",
                "worktree",
                "--sandbox",
                "off",
                "--network",
                "open",
                "--restart-delay",
                "10ms",
                "--containment",
                "group",
                "--",
                "sh",
                "agent.sh");
    }

    @Test
    void open_issues_with_the_label_become_tasks_that_are_linked_and_only_once() throws Exception {
        github.issue(1, "First", "By \u001b[31mname\n", "ralph", "p1").issue(2, "Second", "", "ralph");
        github.issue(3, "Not for Ralph", "");
        github.issue(4, "A change", "", "ralph").set(4, "pull_request", Map.of("url", "x"));
        github.issue(5, "Old", "", "ralph").set(5, "state", "closed");

        assertThat(synced()).isEqualTo("2 added, 0 changed, 0 reported, 0 pending");
        assertThat(synced()).isEqualTo("0 added, 0 changed, 0 reported, 0 pending");

        List<Map<String, @Nullable Object>> operations = lines("tasks.jsonl");
        assertThat(operations).extracting(line -> line.get("op")).containsExactly("create", "link", "create", "link");
        Map<?, ?> task =
                Objects.requireNonNull((Map<?, ?>) operations.getFirst().get("task"));
        assertThat(task.get("id")).isEqualTo("GH-1");
        assertThat(task.get("description")).asString().doesNotContain("\u001b");
        assertThat(task.get("priority")).isEqualTo(2L);
        assertThat(task.get("createdAt")).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(operations.get(1))
                .containsEntry("externalId", "1")
                .containsEntry("externalUrl", "https://github.com/me/app/issues/1");
        JsonContractTest.isValid("sync", ralph("sync", "--json").out());
    }

    @Test
    void every_open_issue_becomes_a_task_unless_a_label_is_wanted() throws Exception {
        tracker("{type: github, repo: me/app, url: '" + github.url() + "'}");
        github.issue(1, "First", "").issue(2, "Second", "", "ralph");

        assertThat(synced()).isEqualTo("2 added, 0 changed, 0 reported, 0 pending");
    }

    @Test
    void issues_hear_once_that_their_tasks_are_done_blocked_cancelled_or_open_again() throws Exception {
        github.issue(1, "First", "", "ralph").issue(2, "Second", "", "ralph");
        synced();
        ralph("task", "done", "GH-1");
        ralph("task", "block", "GH-2", "--reason", "ask @everyone <b>\nnow");

        assertThat(synced()).isEqualTo("0 added, 0 changed, 4 reported, 0 pending");
        assertThat(synced()).isEqualTo("0 added, 0 changed, 0 reported, 0 pending");

        assertThat(github.state(1)).isEqualTo("closed/completed");
        assertThat(github.comments(1))
                .singleElement()
                .asString()
                .matches("(?s)Done by Ralph as GH-1\\.\n\n<!-- ralph GH-1:comment:[0-9a-f]{16} -->");
        assertThat(github.labels(2)).containsExactly("ralph", "blocked");
        assertThat(github.comments(2))
                .singleElement()
                .asString()
                .startsWith("Ralph cannot continue with GH-2.\n\n    ask @everyone <b>\n    now\n\n<!-- ralph ");

        ralph("task", "unblock", "GH-2");
        ralph("task", "unblock", "GH-1");
        assertThat(synced()).isEqualTo("0 added, 0 changed, 2 reported, 0 pending");
        assertThat(github.labels(2)).containsExactly("ralph");
        assertThat(github.state(1)).startsWith("open/");

        ralph("task", "done", "GH-1");
        ralph("task", "block", "GH-2", "--reason", "ask @everyone <b>\nnow");
        assertThat(synced()).isEqualTo("0 added, 0 changed, 4 reported, 0 pending");
        assertThat(github.comments(1)).as("it is done a second time").hasSize(2);
        assertThat(github.comments(2)).hasSize(2);
    }

    @Test
    void the_tracker_wins_for_the_status_and_ralph_for_the_text_and_conflicts_are_written_down() throws Exception {
        github.issue(1, "First", "As it was", "ralph")
                .issue(2, "Second", "", "ralph")
                .issue(3, "Third", "", "ralph");
        synced();
        ralph("task", "done", "GH-1");
        synced();
        ralph("task", "block", "GH-3", "--reason", "x");
        github.set(1, "state", "open");
        github.set(1, "body", "Now do something else");
        github.set(2, "state", "closed");
        github.set(2, "state_reason", "not_planned");
        github.set(3, "state", "closed");
        github.set(3, "state_reason", "completed");

        Shell.Said said = sync();

        assertThat(said.out())
                .contains("0 added, 3 changed, 0 reported, 0 pending")
                .contains("3 conflicts");
        assertThat(List.of(status("GH-1"), status("GH-2"), status("GH-3")))
                .containsExactly("pending", "cancelled", "done");
        assertThat(Files.readString(project.path("tasks.jsonl")))
                .contains("As it was")
                .doesNotContain("something else");
        assertThat(lines("learning.jsonl"))
                .extracting(line -> line.get("type") + " " + line.get("taskId") + " " + line.get("field") + " "
                        + line.get("winner"))
                .containsExactlyInAnyOrder(
                        "tracker_conflict GH-1 status tracker",
                        "tracker_conflict GH-1 description ralph",
                        "tracker_conflict GH-3 status tracker");
        assertThat(synced()).isEqualTo("0 added, 0 changed, 0 reported, 0 pending");
        assertThat(lines("learning.jsonl")).hasSize(3);

        ralph("task", "block", "GH-3", "--reason", "an agent that still worked on it failed");
        assertThat(synced()).startsWith("0 added, 1 changed, 0 reported, 0 pending");
        assertThat(status("GH-3")).isEqualTo("done");
        assertThat(github.state(3)).isEqualTo("closed/completed");
        assertThat(github.comments(3)).isEmpty();
    }

    @Test
    void a_run_takes_new_issues_closes_them_when_they_are_proven_and_no_agent_sees_the_token() throws Exception {
        github.issue(7, "Make it", "All of it.", "ralph");
        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(project.path("made-GH-7")).exists();
        assertThat(github.state(7)).isEqualTo("closed/completed");
        assertThat(github.comments(7)).hasSize(1);
        assertThat(Files.readString(base.resolve("seen")))
                .contains("TASK_FOLDER=")
                .doesNotContain(GithubServer.TOKEN);
        assertThat(run.out() + run.err()).doesNotContain(GithubServer.TOKEN);
        try (Stream<Path> files = Files.walk(base)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(GithubServer.TOKEN);
            }
        }
        assertThat(project.git("log", "--format=%s").lines()).contains("GH-7: Make it");
        github.issue(8, "Make more", "", "ralph");
        Shell.Said more = run();
        assertThat(more.code()).as(more.out() + more.err()).isZero();
        assertThat(project.path("made-GH-8")).exists();
        assertThat(github.state(8)).isEqualTo("closed/completed");
        assertThat(github.comments(7)).hasSize(1);
    }

    @Test
    void a_tracker_that_says_nothing_or_half_of_it_stops_no_run() throws Exception {
        github.issue(1, "First", "", "ralph");
        synced();
        project.commit("tasks");
        CountDownLatch end = new CountDownLatch(1);
        github.failing(exchange -> {
            exchange.sendResponseHeaders(200, 10_000);
            exchange.getResponseBody().write("[{\"number\":".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            await(end);
            return true;
        });

        long begun = System.nanoTime();
        Shell.Said run = run();
        end.countDown();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.err()).contains("127.0.0.1 does not answer within 5 s");
        assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun)).isLessThan(60);
        assertThat(project.path("made-GH-1")).exists();
        assertThat(lines("progress.jsonl"))
                .filteredOn(line -> "tracker_error".equals(line.get("type")))
                .singleElement()
                .satisfies(line -> assertThat(line).containsEntry("reason", "unreachable"));
        github.working();
        assertThat(synced())
                .as("what was not said is said later")
                .isEqualTo("0 added, 0 changed, 2 reported, 0 pending");
        assertThat(github.state(1)).isEqualTo("closed/completed");
    }

    static List<Arguments> faults() {
        String inAnHour = Long.toString(Instant.now().getEpochSecond() + 3600);
        return List.of(
                Arguments.of(GithubServer.status(500), 1, "answers with an error of its own: 500"),
                Arguments.of(GithubServer.status(401), 1, "does not accept the token in GITHUB_TOKEN"),
                Arguments.of(GithubServer.status(403), 1, "may not do this in me/app (403)"),
                Arguments.of(GithubServer.status(404), 1, "has no issues of me/app"),
                Arguments.of(GithubServer.status(418), 1, "unexpected answer 418"),
                Arguments.of(GithubServer.status(429, "Retry-After", "7"), 4, "allows no more requests until"),
                Arguments.of(GithubServer.status(429), 4, "allows no more requests until"),
                Arguments.of(
                        GithubServer.status(403, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", inAnHour),
                        4,
                        "allows no more requests until"),
                Arguments.of(
                        GithubServer.status(429, "Retry-After", "Fri, 31 Dec 9999 23:59:59 GMT"),
                        4,
                        "allows no more requests until"),
                Arguments.of(
                        GithubServer.status(302, "Location", "http://127.0.0.1:1/evil"), 1, "leads to another host"),
                Arguments.of(GithubServer.status(302, "Location", "::"), 1, "not an address"),
                Arguments.of(GithubServer.status(302, "Location", "/loop"), 1, "unexpected answer 302"),
                Arguments.of(GithubServer.saying("<html>"), 1, "not JSON"),
                Arguments.of(GithubServer.saying("{\"message\":\"hello\"}"), 1, "not a list of issues"),
                Arguments.of(GithubServer.saying("[" + "[".repeat(100_000)), 1, "not JSON"),
                Arguments.of(GithubServer.saying(" ".repeat(9 << 20)), 1, "gave no complete answer"),
                Arguments.of(
                        (GithubServer.Fault) exchange -> {
                            exchange.sendResponseHeaders(200, 100);
                            exchange.getResponseBody().write('[');
                            return true;
                        },
                        1,
                        "gave no complete answer"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void what_goes_wrong_is_said_and_done_later_and_once(GithubServer.Fault fault, int code, String words)
            throws Exception {
        github.issue(1, "First", "", "ralph");
        synced();
        ralph("task", "done", "GH-1");
        List<String> before = Files.readAllLines(project.path("tasks.jsonl"));
        github.failing(fault);

        Shell.Said said = sync();

        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(code);
        assertThat(said.err()).contains(words).doesNotContain(GithubServer.TOKEN, "\u001b", "<b>");
        assertThat(said.out()).contains("1 pending");
        assertThat(Files.readAllLines(project.path("tasks.jsonl"))).isEqualTo(before);
        github.working();
        assertThat(synced()).isEqualTo("0 added, 0 changed, 2 reported, 0 pending");
        assertThat(github.comments(1)).hasSize(1);
    }

    @Test
    void one_failure_of_the_server_leaves_no_issue_of_a_run_open() throws Exception {
        github.issue(1, "First", "", "ralph").issue(2, "Second", "", "ralph");
        AtomicBoolean failed = new AtomicBoolean();
        github.failing(exchange -> exchange.getRequestMethod().equals("POST")
                && failed.compareAndSet(false, true)
                && GithubServer.status(500).happens(exchange));

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(List.of(github.state(1), github.state(2))).containsOnly("closed/completed");
        assertThat(List.of(github.comments(1).size(), github.comments(2).size()))
                .containsOnly(1);
    }

    @Test
    void what_issues_do_not_know_at_the_end_of_a_run_is_said() throws Exception {
        github.issue(1, "First", "", "ralph").issue(2, "Second", "", "ralph");
        github.failing(exchange -> exchange.getRequestMethod().equals("POST")
                && GithubServer.status(500).happens(exchange));

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.err()).contains("2 changes wait for the tracker: `ralph sync`");
    }

    @Test
    void nothing_waits_for_a_tracker_that_has_none_of_the_tasks() throws Exception {
        ralph("task", "add", "Make it");
        github.failing(GithubServer.status(429, "Retry-After", "3600"));

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.err()).contains("allows no more requests until").doesNotContain("for the tracker");
    }

    @Test
    void a_comment_that_the_server_took_before_it_failed_is_not_written_again() throws Exception {
        github.issue(1, "First", "", "ralph");
        synced();
        ralph("task", "done", "GH-1");
        github.afterActs(() -> {
            throw new IllegalStateException("no answer");
        });

        Shell.Said said = sync();
        assertThat(said.code()).isEqualTo(1);
        assertThat(github.comments(1)).hasSize(1);
        github.afterActs(() -> {});
        assertThat(synced()).isEqualTo("0 added, 0 changed, 2 reported, 0 pending");
        assertThat(github.comments(1)).hasSize(1);
        assertThat(github.state(1)).isEqualTo("closed/completed");
    }

    @Test
    void a_sync_that_is_killed_between_what_it_does_and_its_note_does_nothing_twice() throws Exception {
        github.issue(1, "First", "", "ralph");
        synced();
        ralph("task", "done", "GH-1");
        for (int act = 1; act <= 2; act++) {
            CountDownLatch acted = new CountDownLatch(1);
            CountDownLatch killed = new CountDownLatch(1);
            github.afterActs(() -> {
                acted.countDown();
                await(killed);
            });
            List<String> words =
                    Shell.java(Main.class.getName(), "--dir", project.folder().toString(), "sync");
            ProcessBuilder program = new ProcessBuilder(words).redirectErrorStream(true);
            program.redirectOutput(base.resolve("out").toFile());
            program.environment().putAll(variables());
            Process sync = program.start();
            assertThat(acted.await(60, TimeUnit.SECONDS))
                    .as(Files.readString(base.resolve("out")))
                    .isTrue();
            sync.destroyForcibly().waitFor();
            killed.countDown();
            github.afterActs(() -> {});
        }

        assertThat(github.state(1))
                .as("the second was killed after it had closed it")
                .isEqualTo("closed/completed");
        synced();
        assertThat(synced()).isEqualTo("0 added, 0 changed, 0 reported, 0 pending");
        assertThat(github.comments(1)).hasSize(1);
        assertThat(status("GH-1")).isEqualTo("done");
    }

    @Test
    void long_lists_are_read_page_by_page_and_not_without_end() throws Exception {
        github.perPage(2);
        for (int i = 1; i <= 50; i++) {
            github.issue(i, "Issue " + i, "", "ralph");
        }

        assertThat(synced()).startsWith("40 added");
        assertThat(github.requests()).hasSize(20);
    }

    @Test
    void without_a_token_or_a_tracker_it_is_said_what_is_missing() throws Exception {
        Shell.Said without = project.shell().ralph(Map.of("GITHUB_TOKEN", ""), List.of("sync"));
        assertThat(without.code()).isEqualTo(1);
        assertThat(without.err()).contains("GITHUB_TOKEN is not set");
        Shell.Said broken = project.shell().ralph(Map.of("GITHUB_TOKEN", "a\nb"), List.of("sync"));
        assertThat(broken.err()).contains("GITHUB_TOKEN is malformed").doesNotContain("a\nb");
        assertThat(github.requests()).isEmpty();

        Files.delete(project.path(".ralph/config.yaml"));
        Shell.Said none = sync();
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("no tracker configured");
    }

    @Test
    void a_file_of_the_project_can_be_the_tracker() throws Exception {
        tracker("{type: file, path: issues.jsonl}");
        project.write("issues.jsonl", """
                {"id":"a-1","title":"First","body":"All of it"}
                nonsense
                {"id":2,"title":"Second"}
                {"id":"../x","title":"Evil"}
                {"id":2,"labels":["p0"]}
                """);

        assertThat(synced()).isEqualTo("2 added, 0 changed, 0 reported, 0 pending");
        ralph("task", "done", "FILE-a-1");
        ralph("task", "block", "FILE-2", "--reason", "later");
        assertThat(synced()).isEqualTo("0 added, 0 changed, 4 reported, 0 pending");
        assertThat(synced()).isEqualTo("0 added, 0 changed, 0 reported, 0 pending");
        assertThat(lines("tracker-ops.jsonl")).hasSize(10);
        List<String> said = Files.readAllLines(project.path("issues.jsonl"));
        assertThat(said).hasSize(9);
        assertThat(said.get(6)).contains("\"id\":\"a-1\",\"state\":\"closed\",\"state_reason\":\"completed\"");
        assertThat(said.get(8)).contains("\"labels\":[\"p0\",\"blocked\"]");

        project.write(
                "issues.jsonl",
                Files.readString(project.path("issues.jsonl")) + "{\"id\":\"a-1\",\"state\":\"open\"}\n");
        assertThat(synced()).isEqualTo("0 added, 1 changed, 0 reported, 0 pending\n1 conflict, see learning.jsonl");
        assertThat(status("FILE-a-1")).isEqualTo("pending");
    }

    @Test
    void a_file_outside_of_the_project_is_no_tracker() throws Exception {
        tracker("{type: file, path: issues.jsonl}");
        Files.writeString(base.resolve("other.jsonl"), "{\"id\":1,\"title\":\"First\"}\n");
        Files.createSymbolicLink(project.path("issues.jsonl"), base.resolve("other.jsonl"));

        Shell.Said said = sync();

        assertThat(said.code()).isEqualTo(1);
        assertThat(said.err()).contains("it lies outside of the project");
        assertThat(project.path("tasks.jsonl")).doesNotExist();
    }
}
