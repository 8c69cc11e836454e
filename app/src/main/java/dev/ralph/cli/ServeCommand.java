package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.loop.Outcome;
import dev.ralph.paths.TaskId;
import dev.ralph.serve.EventServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// `ralph serve`: what happens in a project, for programs that listen.
record ServeCommand(CommandContext context) {
    private static final int LAST_PORT = 65_535;

    static Command serve(CommandContext context) {
        return Command.of("serve", Commands.LOOKING, new ServeCommand(context)::serve)
                .summary("publish events, status, tasks and receipts to programs on this machine")
                .option(Option.integer("port", "N", "the port on 127.0.0.1").standard("a free one"))
                .options(Commands.place())
                .example("ralph serve", "print the address and the token; Ctrl-C ends it")
                .example("ralph serve --port 7411 --json", "as JSON, for scripts");
    }

    private int serve(Invocation invocation) throws IOException, InterruptedException {
        long port = invocation.integer("port").orElse(0);
        if (port < 0 || port > LAST_PORT) {
            throw new BadUsage("--port " + port + " is not a port: give 1 to " + LAST_PORT);
        }
        Console console = context.console(invocation);
        Ralph ralph = context.ralph(invocation);
        Map<String, EventServer.Page> pages = Map.of(
                "/status", page(invocation, "status"),
                "/tasks", page(invocation, "task", "list"),
                "/receipts", page(invocation, "receipts"));
        try (InterruptOnSignal _ = new InterruptOnSignal();
                EventServer server = ralph.serve((int) port, pages)) {
            announce(console, ralph, server);
            server.await();
        } catch (BindException taken) {
            throw new IOException("port " + port + " is in use; give another one, or none for a free one", taken);
        } catch (InterruptedException asked) {
            return Outcome.STOPPED.exitCode(); // as the signal's own end of the program
        }
        return ExitCode.OK;
    }

    private void announce(Console console, Ralph ralph, EventServer server) {
        console.object(json -> {
            json.field("address", server.address().toString());
            json.field("port", server.port());
            json.field("token", server.token());
            json.field("project", ralph.id().value());
            json.field("pid", ProcessHandle.current().pid());
        });
        console.say("Serving " + ralph.folder() + " at " + server.address() + " (Ctrl-C ends it)");
        console.say("Token: " + server.token());
        console.say("  curl -N -H 'Authorization: Bearer " + server.token() + "' '" + server.address()
                + "/events?since=0'");
    }

    /// What a command prints with `--json`, of the same project.
    private EventServer.Page page(Invocation invocation, String... command) {
        List<String> words = new ArrayList<>(List.of(command));
        words.add("--json");
        for (String option : List.of("dir", "root", "project")) {
            invocation.text(option).ifPresent(value -> words.add("--" + option + "=" + value));
        }
        boolean single = !command[0].equals("task");
        return query -> {
            List<String> all = new ArrayList<>(words);
            if (single) {
                query.getOrDefault("task", List.of()).stream()
                        .limit(1)
                        .forEach(task -> all.add(new TaskId(task).value()));
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            int code = Main.run(all.toArray(String[]::new), printing(out), printing(err), context.environment());
            String message = err.toString(StandardCharsets.UTF_8).strip().replaceFirst("^ralph: ", "");
            return out.size() > 0
                    ? new EventServer.Answer(200, out.toString(StandardCharsets.UTF_8))
                    : code == ExitCode.BAD_USAGE
                            ? EventServer.Answer.error(404, "not_found", message)
                            : EventServer.Answer.error(500, "failed", message);
        };
    }

    private static PrintStream printing(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
