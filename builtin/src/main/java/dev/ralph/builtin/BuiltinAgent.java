package dev.ralph.builtin;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.spi.ToolProvider;

/// `ralph builtin-agent`: one turn about the prompt on standard input, in the current folder.
///
/// Its arguments are the model, the only actions that are allowed, and those that are denied; each may be empty.
public final class BuiltinAgent implements ToolProvider {
    private static final int LONGEST_PROMPT = 16 << 20;

    @Override
    public String name() {
        return "builtin-agent";
    }

    @Override
    public int run(PrintWriter out, PrintWriter err, String... arguments) {
        // What it starts must not outlive it when it is ended by a signal.
        Runtime.getRuntime().addShutdownHook(new Thread(ChildProgram::endAll));
        // LangChain4j logs by SLF4J, which would tell the world that nobody listens.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        Map<String, String> environment = environment();
        Actions actions = new Actions(Path.of("").toAbsolutePath(), environment)
                .limitedTo(names(arguments, 1), names(arguments, 2));
        try {
            return turn(actions, environment, arguments.length == 0 ? "" : arguments[0], prompt(), out);
        } catch (IOException unreadable) {
            return new Transcript(out).failed(new ModelFailed("request", 0, "no prompt: " + unreadable.getMessage()));
        }
    }

    private static List<String> names(String[] arguments, int at) {
        return arguments.length <= at || arguments[at].isEmpty() ? List.of() : List.of(arguments[at].split(","));
    }

    /// @param environment has the model's key
    /// @param model       empty for the usual one
    /// @return the exit code
    static int turn(Actions actions, Map<String, String> environment, String model, String prompt, PrintWriter out) {
        Transcript transcript = new Transcript(out);
        try {
            ModelAccess access = ModelAccess.of(environment, model);
            return new Turn(access, actions, transcript, ContextLimit.of(environment)).run(prompt);
        } catch (ModelFailed failed) {
            return transcript.failed(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return transcript.failed(new ModelFailed("cancelled", 0, "interrupted"));
        }
    }

    private static String prompt() throws IOException {
        byte[] prompt = System.in.readNBytes(LONGEST_PROMPT + 1);
        if (prompt.length > LONGEST_PROMPT) {
            throw new IOException("it is longer than " + LONGEST_PROMPT + " bytes");
        }
        if (new String(prompt, StandardCharsets.UTF_8).isBlank()) {
            throw new IOException("it is empty");
        }
        return new String(prompt, StandardCharsets.UTF_8);
    }

    /// As it was before the launcher changed the locale for the JVM's sake.
    private static Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>(System.getenv());
        String was = System.getProperty("ralph.lc_all");
        if (was != null) {
            environment.remove("LC_ALL");
        }
        if (was != null && !was.isEmpty()) {
            environment.put("LC_ALL", was.substring(1));
        }
        return environment;
    }
}
