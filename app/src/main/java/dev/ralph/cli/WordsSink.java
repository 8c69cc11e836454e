package dev.ralph.cli;

import dev.ralph.agent.AgentEvent;
import dev.ralph.agent.StreamReader;
import dev.ralph.process.PlainText;
import dev.ralph.wording.DurationText;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/// What a known agent said and did, for people: its words as they are, everything else on one short line each. Nothing
/// in it can control a terminal.
final class WordsSink implements LogSink {
    private static final int MOST_CALLS = 1000;

    private final PrintStream out;
    private final StreamReader reader;
    /// Calls whose results have not come yet, by their ids.
    private final Map<String, String> calls = new LinkedHashMap<>();

    private PlainText filter = new PlainText();
    private String model = "";
    private String session = "";
    private String trouble = "";
    private char last = '\n';

    WordsSink(PrintStream out, StreamReader reader) {
        this.out = out;
        this.reader = reader;
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        reader.read(bytes, from, from + length, this::show);
    }

    @Override
    public void pause() {
        out.flush();
    }

    @Override
    public void end() {
        reader.end(this::show);
        endLine();
        out.flush();
    }

    @Override
    public boolean unheard() {
        return out.checkError();
    }

    private void show(AgentEvent said) {
        switch (said) {
            case AgentEvent.Session(String id) -> session(id);
            case AgentEvent.Model(String name) -> model(name);
            case AgentEvent.Text text -> words(text);
            case AgentEvent.ToolCall call -> call(call);
            case AgentEvent.ToolResult result -> result(result);
            case AgentEvent.Used _ -> {}
            case AgentEvent.Retrying retry -> retry(retry);
            case AgentEvent.Limited limited -> trouble("limited", limited.words());
            case AgentEvent.Failed failed -> trouble("failed", failed.words());
            case AgentEvent.Finished finished -> finished(finished);
            case AgentEvent.Strange strange -> line("? " + strange.why());
        }
    }

    private void session(String id) {
        if (!id.equals(session)) {
            session = id;
            line("· session " + id);
        }
    }

    private void model(String name) {
        if (!name.equals(model)) {
            model = name;
            line("· model " + name);
        }
    }

    private void words(AgentEvent.Text text) {
        StringBuilder plain = new StringBuilder(text.text().length() + 1);
        filter.append(text.text(), plain);
        if (text.last()) {
            filter.end(plain);
            filter = new PlainText();
        }
        print(plain);
        if (text.last()) {
            endLine();
        }
    }

    private void call(AgentEvent.ToolCall call) {
        if (calls.size() < MOST_CALLS) {
            calls.put(call.id(), call.name());
        }
        line("→ " + call.name() + (call.detail().isEmpty() ? "" : " " + call.detail()));
    }

    private void result(AgentEvent.ToolResult result) {
        String name = calls.remove(result.id());
        if (result.failed()) {
            line("✗ " + (name == null ? "a tool" : name) + " failed");
        }
    }

    private void retry(AgentEvent.Retrying retry) {
        String delay = retry.delay() == null ? "" : " in " + DurationText.format(retry.delay());
        line("! tries again" + delay + ": " + retry.why());
    }

    /// The last word of a turn that went well repeats what was said.
    private void finished(AgentEvent.Finished finished) {
        String words = finished.words();
        if (finished.failed() && words != null) {
            trouble("ended with a failure", words);
        } else if (finished.failed() && trouble.isEmpty()) {
            line("! ended with a failure");
        }
    }

    /// Agents tell of one failure in several events.
    private void trouble(String what, String words) {
        if (!words.equals(trouble)) {
            trouble = words;
            line("! " + what + ": " + words);
        }
    }

    private void line(String text) {
        endLine();
        print(new StringBuilder(Console.harmless(text.strip().replaceAll("\\s+", " "))).append('\n'));
    }

    private void endLine() {
        if (last != '\n') {
            print(new StringBuilder("\n"));
        }
    }

    private void print(StringBuilder plain) {
        if (!plain.isEmpty()) {
            last = plain.charAt(plain.length() - 1);
            out.writeBytes(plain.toString().getBytes(StandardCharsets.UTF_8));
        }
    }
}
