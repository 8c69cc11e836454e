package dev.ralph.cli;

import dev.ralph.agent.AgentEvent;
import dev.ralph.agent.StreamReader;
import dev.ralph.budget.Spent;
import dev.ralph.budget.UsageMeter;
import dev.ralph.process.PlainText;

/// What an agent did last and has used up, by what it prints.
final class AgentActivity implements LogSink {
    private static final int LONGEST = 200;

    private final StreamReader reader;
    private final UsageMeter meter;
    private final int most;
    private int taken;
    private String last = "";
    private String line = "";

    /// @param most how many bytes are read at once, so that a flood takes several looks
    AgentActivity(StreamReader reader, UsageMeter meter, int most) {
        this.reader = reader;
        this.meter = meter;
        this.most = most;
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        taken += length;
        reader.read(bytes, from, from + length, this::hear);
    }

    @Override
    public void pause() {
        taken = 0;
    }

    @Override
    public void end() {
        reader.end(this::hear);
    }

    @Override
    public boolean unheard() {
        return taken >= most;
    }

    /// In one line; empty where it has done nothing yet.
    String last() {
        return last;
    }

    Spent spent() {
        return meter.spent();
    }

    private void hear(AgentEvent said) {
        switch (said) {
            case AgentEvent.ToolCall call ->
                did(call.detail().isBlank() ? call.name() : call.name() + " " + call.detail());
            case AgentEvent.Text text -> wrote(text);
            case AgentEvent.Model model -> meter.model(model.name());
            case AgentEvent.Used used -> meter.add(used.report());
            case AgentEvent.Retrying retry -> did("tries again: " + retry.why());
            case AgentEvent.Limited limited -> did("limited: " + limited.words());
            case AgentEvent.Failed failed -> did("failed: " + failed.words());
            case AgentEvent.Session _, AgentEvent.ToolResult _, AgentEvent.Finished _, AgentEvent.Strange _ -> {}
        }
    }

    /// The last line that says something; a message may come in pieces.
    private void wrote(AgentEvent.Text text) {
        String all = line + text.text();
        String[] lines = all.split("\n", -1);
        for (String one : lines) {
            if (!one.isBlank()) {
                did(one);
            }
        }
        String open = text.last() ? "" : lines[lines.length - 1];
        line = open.length() > LONGEST ? open.substring(0, LONGEST) : open;
    }

    private void did(String words) {
        String shortened = words.length() > LONGEST ? words.substring(0, LONGEST) : words;
        last = PlainText.of(shortened).strip().replaceAll("\\s+", " ");
    }
}
