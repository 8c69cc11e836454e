package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.ralph.json.JsonText;
import dev.ralph.serve.ServedEvent;
import java.io.BufferedReader;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// `ralph serve` as a program of its own, while other processes run tasks.
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServeCommandTest extends WithShell {
    private static final Path ROOT = Path.of(System.getProperty("ralph.repository", ".."));

    private final List<Process> processes = new ArrayList<>();
    private String announced = "";
    private String address = "";
    private String token = "";

    private Process start(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        processes.add(process);
        return process;
    }

    @BeforeEach
    void serve() throws Exception {
        List<String> command = Shell.java(Main.class.getName(), "--dir", folder.toString());
        command.addAll(List.of("serve", "--json"));
        announced = start(command).inputReader(StandardCharsets.UTF_8).readLine();
        Map<String, ?> fields = JsonText.object(announced);
        address = String.valueOf(fields.get("address"));
        token = String.valueOf(fields.get("token"));
    }

    @AfterEach
    void end() throws Exception {
        for (Process process : processes) {
            process.destroy();
            process.waitFor();
        }
    }

    private HttpResponse<String> get(String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(address + path))
                            .header("Authorization", "Bearer " + token)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    private static final String[] WORK = {
        "--profile", "restart", "--check", "true", "--command", "touch \"$TASK_FOLDER/DONE\""
    };

    @Test
    void curl_follows_a_run_of_another_process_from_its_start_to_its_end() throws Exception {
        Assumptions.assumeTrue(
                Shell.other(folder, Map.of(), List.of("sh", "-c", "command -v curl"))
                                .code()
                        == 0,
                "curl is not installed: events were not followed with it");
        JsonContractTest.isValid("serve", announced);
        Process curl = start(List.of(
                "curl", "-sN", "-H", "Authorization: Bearer " + token, address + "/events?since=0&task=task-001"));
        BufferedReader events = curl.inputReader(StandardCharsets.UTF_8);
        assertThat(events.readLine()).isEqualTo(": events after 0");

        assertThat(shell.runProgram("group", WORK).code()).isZero();

        List<String> types = new ArrayList<>();
        for (String line = ""; !types.contains("ralph_loop_completed"); line = events.readLine()) {
            if (line.startsWith("event: ")) {
                types.add(line.substring("event: ".length()));
            }
        }
        assertThat(types)
                .filteredOn(type -> !type.equals("signal_seen")) // it depends on whether the agent still runs
                .containsExactly(
                        "ralph_loop_started",
                        "attempt_started",
                        "attempt_ended",
                        "test_started",
                        "test_completed",
                        "ralph_loop_completed");
    }

    @Test
    void pages_are_what_the_commands_print() throws Exception {
        assertThat(get("/status").body()).isEqualTo("[]\n");
        shell.run(WORK);

        assertThat(get("/status").body())
                .isEqualTo(shell.ralph("status", "--json").out());
        assertThat(get("/status?task=task-001").body())
                .isEqualTo(shell.ralph("status", "task-001", "--json").out());
        assertThat(get("/tasks").body())
                .isEqualTo(shell.ralph("task", "list", "--json").out());
        assertThat(get("/receipts?task=task-001").body())
                .isEqualTo(shell.ralph("receipts", "task-001", "--json").out());
        assertThat(List.of(
                        get("/status?task=other").statusCode(),
                        get("/status?task=--dir").statusCode(),
                        get("/nothing").statusCode()))
                .containsExactly(404, 400, 404);
        assertThat(get("/status?task=other").body())
                .startsWith("{\"error\":\"not_found\",\"message\":\"No task other in ");
    }

    @Test
    void a_signal_ends_it_and_its_port_is_free() throws Exception {
        Process server = processes.getFirst();
        server.destroy();

        assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(server.exitValue()).isEqualTo(6);
        assertThat(catchThrowable(() -> get("/status"))).isInstanceOf(ConnectException.class);
    }

    @Test
    void a_port_that_is_taken_or_none_is_refused_with_what_to_do() {
        String port = address.substring(address.lastIndexOf(':') + 1);

        Shell.Said taken = shell.ralph("serve", "--port", port);
        Shell.Said none = shell.ralph("serve", "--port", "70000");

        assertThat(taken.code() + ": " + taken.err())
                .isEqualTo("1: ralph: port " + port + " is in use; give another one, or none for a free one\n");
        assertThat(none.code() + ": " + none.err())
                .isEqualTo("2: ralph: --port 70000 is not a port: give 1 to 65535\n");
    }

    @Test
    void the_document_names_every_event() throws Exception {
        String document = Files.readString(ROOT.resolve("docs/serve.md"));

        for (ServedEvent.Type type : ServedEvent.Type.values()) {
            assertThat(document).contains("`" + type.word() + "`");
        }
    }
}
