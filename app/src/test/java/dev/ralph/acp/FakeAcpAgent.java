package dev.ralph.acp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A scripted agent that speaks the Agent Client Protocol, well or badly. Knows nothing of the bridge's code. Ends by
/// itself after a minute.
final class FakeAcpAgent {
    private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]*\"|-?[0-9]+)");
    private static final Pattern METHOD = Pattern.compile("\"method\":\"([^\"]*)\"");
    private static final long LIFETIME = 60_000;

    private final String behaviour;
    private final PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    private final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

    private FakeAcpAgent(String behaviour) {
        this.behaviour = behaviour;
    }

    public static void main(String[] args) throws Exception {
        Thread.ofPlatform().daemon().start(() -> {
            try {
                Thread.sleep(LIFETIME);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            Runtime.getRuntime().halt(99);
        });
        new FakeAcpAgent(args[0]).live();
    }

    private void live() throws Exception {
        if (behaviour.equals("stays-deaf")) {
            Runtime.getRuntime().addShutdownHook(new Thread(FakeAcpAgent::stay));
        }
        if (behaviour.equals("dies-at-once")) {
            System.err.println("fake: cannot work here");
            Runtime.getRuntime().halt(3);
        }
        if (behaviour.equals("floods-garbage")) {
            for (int i = 0; i < 20_000; i++) {
                say("this is no JSON " + i);
            }
        }
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Matcher method = METHOD.matcher(line);
            if (method.find()) {
                answer(method.group(1), id(line));
            }
        }
        if (behaviour.startsWith("stays")) {
            stay();
        }
    }

    private void answer(String method, String id) throws Exception {
        switch (method) {
            case "initialize" -> initialize(id);
            case "session/new" -> newSession(id);
            case "session/load" -> loadSession(id);
            case "session/set_mode" -> result(id, "{\"mode\":\"set\"}");
            case "session/set_model" -> result(id, "null");
            case "session/prompt" -> prompt(id);
            case "session/cancel" -> {
                if (behaviour.equals("hangs-politely")) {
                    result("2", "{\"stopReason\":\"cancelled\"}");
                }
            }
            default -> say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":-32601,\"message\":\"no\"}}");
        }
    }

    private void initialize(String id) {
        switch (behaviour) {
            case "silent" -> {}
            case "other-version" -> result(id, "{\"protocolVersion\":2}");
            case "wrong-ids" -> {
                result("77", "{\"protocolVersion\":1}");
                result("\"x\"", "{\"protocolVersion\":1}");
                result("-1", "{\"protocolVersion\":1}");
                say("{\"jsonrpc\":\"2.0\",\"result\":{\"protocolVersion\":1}}");
                say("{\"id\":{},\"result\":{}}");
                say("[1,2,3]");
                say("7");
                say("{\"id\":0,\"result\":{\"protocolVersion\":1");
                initialized(id);
            }
            default -> initialized(id);
        }
    }

    private void initialized(String id) {
        boolean loads = !behaviour.equals("cannot-load");
        result(
                id,
                "{\"protocolVersion\":1,\"agentCapabilities\":{\"loadSession\":" + loads
                        + "},\"agentInfo\":{\"name\":\"fake\",\"version\":\"1.2\"},\"authMethods\":[]}");
    }

    private void newSession(String id) {
        if (behaviour.equals("needs-login")) {
            error(id, -32000, "Authentication required", "");
        } else if (behaviour.equals("wrong-ids")) {
            initialized("0");
            result(id, "{\"sessionId\":\"s1\"}");
        } else {
            result(
                    id,
                    "{\"sessionId\":\"s1\",\"models\":{\"currentModelId\":\"fake-model\",\"availableModels\":[]},"
                            + "\"modes\":{\"currentModeId\":\"default\",\"availableModes\":[]}}");
        }
    }

    private void loadSession(String id) {
        if (behaviour.equals("knows-no-session")) {
            error(id, -32002, "Resource not found", "");
            return;
        }
        update("\"sessionUpdate\":\"user_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"old prompt\"}");
        text("old answer <promise>DONE</promise>");
        update(
                "\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"old\",\"title\":\"old tool\",\"status\":\"completed\"");
        result(id, "null");
        text("late history");
    }

    private void prompt(String id) throws Exception {
        switch (behaviour) {
            case "says-hello", "stays-after-the-end", "stays-deaf", "wrong-ids", "cannot-load" -> {
                text("Hel");
                text("lo");
                endTurn(id, "");
            }
            case "works" -> work(id);
            case "dies-in-the-turn" -> {
                text("half");
                Runtime.getRuntime().halt(7);
            }
            case "fails-429" -> error(id, 429, "Rate limit exceeded. Try again later.", "");
            case "fails-in-data" ->
                error(id, -32603, "Internal error", ",\"data\":{\"details\":\"no credit\",\"statusCode\":402}");
            case "hangs-politely", "hangs" -> text("thinking aloud");
            case "endless-line" -> endlessLine();
            case "one-huge-line" -> {
                byte[] x = new byte[9 << 20];
                Arrays.fill(x, (byte) 'x');
                System.out.write(x);
                System.out.write('\n');
                text("after it");
                endTurn(id, "");
            }
            case "floods-requests" -> floodRequests();
            case "huge-text" -> {
                text("ä".repeat(200_000));
                text("\\ud83d");
                text("\\ude00 and a lone \\ud83d");
                endTurn(id, "");
            }
            case "starts-children" -> {
                Process child = new ProcessBuilder("sleep", "50").start();
                Files.writeString(Path.of("child.pid"), Long.toString(child.pid()));
                endTurn(id, "");
            }
            default -> result(id, "{\"stopReason\":\"" + behaviour + "\"}");
        }
    }

    private void work(String id) throws IOException {
        update("\"sessionUpdate\":\"agent_thought_chunk\",\"content\":{\"type\":\"text\",\"text\":\"hmm\"}");
        text("I will look.");
        update("\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"t1\",\"title\":\"List\\nfiles\",\"kind\":\"execute\","
                + "\"status\":\"pending\",\"rawInput\":{}");
        update("\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"t1\",\"status\":\"in_progress\","
                + "\"rawInput\":{\"command\":\"ls -la\"}");
        ask(
                "\"p1\"",
                "session/request_permission",
                "{\"sessionId\":\"s1\",\"toolCall\":{\"toolCallId\":\"t2\","
                        + "\"title\":\"Write a\",\"kind\":\"edit\"},\"options\":[{\"optionId\":\"no\",\"kind\":\"reject_once\"},"
                        + "{\"optionId\":\"always\",\"kind\":\"allow_always\"},{\"optionId\":\"once\",\"kind\":\"allow_once\"}]}");
        ask("7", "session/request_permission", "{\"options\":[{\"optionId\":\"no\",\"kind\":\"reject_once\"}]}");
        ask("8", "fs/read_text_file", "{\"path\":\"/etc/passwd\"}");
        ask("\"drain\"", "craft/drainMidTurnQueue", "{}");
        update("\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"t1\",\"status\":\"completed\"");
        update("\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"t1\",\"status\":\"completed\"");
        update("\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"t2\",\"status\":\"failed\"");
        update(
                "\"sessionUpdate\":\"usage_update\",\"used\":5,\"size\":9,\"cost\":{\"amount\":0.0123,\"currency\":\"USD\"}");
        say("{\"method\":\"session/update\",\"params\":{\"sessionId\":\"other\",\"update\":{\"sessionUpdate\":"
                + "\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"not ours\"}}}}");
        update(
                "\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"\"},"
                        + "\"_meta\":{\"usage\":{\"inputTokens\":100,\"outputTokens\":20,\"cachedReadTokens\":60,\"totalTokens\":120}}");
        text("Done.");
        endTurn(
                id,
                ",\"usage\":{\"inputTokens\":100,\"outputTokens\":20,\"thoughtTokens\":5,\"cachedReadTokens\":60,"
                        + "\"cachedWriteTokens\":3,\"totalTokens\":188}");
    }

    private void endlessLine() {
        byte[] x = new byte[1 << 20];
        Arrays.fill(x, (byte) 'x');
        for (int i = 0; i < 400; i++) {
            System.out.write(x, 0, x.length);
        }
        System.out.flush();
    }

    private void floodRequests() {
        for (int i = 0; i < 100_000; i++) {
            say("{\"jsonrpc\":\"2.0\",\"id\":" + i + ",\"method\":\"flood\",\"params\":{}}");
        }
        stay();
    }

    /// Asks the client and writes its reply into a file.
    private void ask(String id, String method, String params) throws IOException {
        say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}");
        Files.writeString(
                Path.of("replies.txt"), in.readLine() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void text(String text) {
        update("\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"" + text + "\"}");
    }

    private void update(String fields) {
        say("{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s1\",\"update\":{" + fields
                + "}}}");
    }

    private void endTurn(String id, String more) {
        result(id, "{\"stopReason\":\"end_turn\"" + more + "}");
    }

    private void result(String id, String result) {
        say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}");
    }

    private void error(String id, int code, String message, String more) {
        say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":" + code + ",\"message\":\"" + message + "\""
                + more + "}}");
    }

    private void say(String line) {
        out.print(line + "\n");
        out.flush();
    }

    private static String id(String line) {
        Matcher id = ID.matcher(line);
        return id.find() ? id.group(1) : "null";
    }

    private static void stay() {
        try {
            Thread.sleep(LIFETIME);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
