package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.Ralph;
import dev.ralph.RalphOptions;
import dev.ralph.RunningTask;
import dev.ralph.Task;
import dev.ralph.budget.Cost;
import dev.ralph.budget.Grant;
import dev.ralph.budget.Spent;
import dev.ralph.budget.Tokens;
import dev.ralph.config.SettingKeys;
import dev.ralph.loop.Caps;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.process.PlainText;
import dev.ralph.store.JournalEntry;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveLineTest {
    private static final String ERASE = "\r\033[K";

    @TempDir
    Path folder;

    private static final Task TASK = Task.named("t").text("x");

    private Ralph ralph() {
        return Ralph.open(RalphOptions.of(folder).with(RalphOptions.Configured.BY_DEFAULTS));
    }

    @Test
    void nothing_of_it_is_left_when_it_stops() throws Exception {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);
        try (Ralph ralph = ralph()) {
            RunningTask loop = ralph.start(TASK.program("sleep", "60"));
            LiveLine live = new LiveLine(new Console(out, out, false, true, false), loop);

            live.start();
            Waiting.until(() -> shown.size() > 0);
            live.stop();
        }

        assertThat(shown.toString(StandardCharsets.UTF_8)).startsWith(ERASE).endsWith(ERASE);
    }

    /// A server that fails has no limit that one could wait for.
    @Test
    void a_wait_says_until_when_and_why() throws Exception {
        String failed = "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":true,"
                + "\"result\":\"API Error: 500 scripted\"}";
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);
        List<String> lines = new CopyOnWriteArrayList<>();
        try (Ralph ralph = ralph()) {
            Task task = TASK.command("echo '" + failed + "'; exit 1").with(SettingKeys.STREAM, "claude");
            RunningTask loop = ralph.start(
                    task,
                    begun -> begun.listen(
                            (entry, state) -> lines.addAll(new LoopLines(ZoneOffset.UTC).of(entry, state))));
            LiveLine live = new LiveLine(new Console(out, out, false, true, false), loop);

            live.start();
            Waiting.until(() -> shown.toString(StandardCharsets.UTF_8).contains("waiting"));
            LoopState waiting = loop.state();
            lines.addAll(new LoopLines(ZoneOffset.UTC)
                    .of(new JournalEntry<>(9, Instant.EPOCH, new Event.LimitEnded(Instant.EPOCH)), waiting));
            loop.stop("a test");
            loop.await();
            live.stop();
        }

        assertThat(shown.toString(StandardCharsets.UTF_8))
                .containsPattern("waiting until \\w{3} \\d\\d:\\d\\d:\\d\\d · Ctrl-C stops · the API of ")
                .doesNotContain("limit");
        assertThat(lines).contains("[1970-01-01 00:00:00] The wait is over");
        assertThat(lines)
                .anyMatch(line -> line.contains("Attempt 1: Agent unavailable"))
                .noneMatch(line -> line.contains("limited"));
    }

    /// Its stream ends without a sum, so what it used is known only from below.
    @Test
    void what_is_known_from_below_is_not_shown_as_a_sum() throws Exception {
        String cut =
                "{\"type\":\"assistant\",\"message\":{\"id\":\"m1\",\"model\":\"claude-opus-4-5\",\"role\":\"assistant\","
                        + "\"usage\":{\"input_tokens\":1200,\"output_tokens\":50},\"content\":[{\"type\":\"text\",\"text\":\"x\"}]},"
                        + "\"session_id\":\"s\"}";
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);
        try (Ralph ralph = ralph()) {
            Task task = TASK.command("echo '" + cut + "'; exec sleep 60")
                    .with(SettingKeys.STREAM, "claude")
                    .with("max_cost", "5");
            RunningTask loop = ralph.start(task);
            LiveLine live = new LiveLine(new Console(out, out, false, true, false), loop, () -> 200);

            live.start();
            Waiting.until(() -> shown.toString(StandardCharsets.UTF_8).contains(" tokens"));
            loop.stop("a test");
            loop.await();
            live.stop();
        }

        assertThat(shown.toString(StandardCharsets.UTF_8))
                .containsPattern("at least [0-9,]+ tokens")
                .doesNotContainPattern("(?<!at least )1,250 tokens");
    }

    @Test
    void time_dollars_and_tokens_are_shown_against_the_limits_that_somebody_chose() {
        Spent spent = new Spent(Map.of("m", new Tokens(1000, 0, 0, 250)), new BigDecimal("2.5"), true);
        Cost cost = new Cost(spent, Duration.ofMinutes(15));

        assertThat(LiveLine.used(cost, new Grant(new BigDecimal("5"), 2500L, Duration.ofMinutes(30))))
                .isEqualTo("  █████░░░░░ 15m0s of 30m · █████░░░░░ $2.50 of $5 · █████░░░░░ 1,250 of 2,500 tokens");
        assertThat(LiveLine.used(cost, Caps.DEFAULT.grant())).isEqualTo("  ░░░░░░░░░░ $2.50 of $100 · 1,250 tokens");
        assertThat(LiveLine.used(Cost.NOTHING, Grant.UNBOUNDED)).isEmpty();
    }

    @Test
    void a_terminal_without_unicode_gets_signs_that_it_has() throws Exception {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);
        try (Ralph ralph = ralph()) {
            Task task = TASK.command("echo " + "word ".repeat(60) + "; exec sleep 60")
                    .with("max_time", "10m");
            RunningTask loop = ralph.start(task);
            LiveLine live = new LiveLine(new Console(out, out, false, true, false, false), loop, () -> 100);

            live.start();
            Waiting.until(() -> shown.toString(StandardCharsets.UTF_8).contains("word word"));
            loop.stop("a test");
            loop.await();
            live.stop();
        }

        assertThat(shown.toString(StandardCharsets.UTF_8))
                .contains(" attempt 1 of ", "~", ".......... ")
                .matches("(?s)\\p{ASCII}*");
    }

    @Test
    void what_an_agent_prints_for_a_terminal_is_ascii_where_that_has_nothing_else() {
        PrintStream none = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);

        assertThat(new Console(none, none, false, true, false, false).signs(PlainText.of("\u001b]0;title\u0007…")))
                .isEqualTo("?]0;title?~");
    }

    @Test
    void the_locale_says_what_a_terminal_shows() {
        assertThat(PlainText.isUnicode(Map.of())).isTrue();
        assertThat(PlainText.isUnicode(Map.of("LANG", "de_DE.utf8"))).isTrue();
        assertThat(PlainText.isUnicode(Map.of("LANG", "de_DE.UTF-8", "LC_CTYPE", "de_DE.ISO-8859-1")))
                .isFalse();
        assertThat(PlainText.isUnicode(Map.of("LC_ALL", "C"))).isFalse();
        assertThat(PlainText.isUnicode(Map.of("LC_ALL", "", "LANG", "C.UTF-8"))).isTrue();
    }

    /// A terminal that is made narrower breaks the line it shows into several.
    @Test
    void what_a_narrower_terminal_made_of_the_last_line_is_erased_whole() throws Exception {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);
        AtomicInteger columns = new AtomicInteger(100);
        String said = "a line of more than eighty columns, which a terminal of forty shows in three rows, not one";
        try (Ralph ralph = ralph()) {
            RunningTask loop = ralph.start(TASK.command("echo " + said + "; exec sleep 60"));
            LiveLine live = new LiveLine(new Console(out, out, false, true, false), loop, columns::get);

            live.start();
            Waiting.until(() -> shown.toString(StandardCharsets.UTF_8).contains("a line of more than eighty"));
            int before = shown.size();
            columns.set(40);
            Waiting.until(() -> shown.size() > before + 200);
            loop.stop("a test");
            loop.await();
            live.stop();
        }

        assertThat(shown.toString(StandardCharsets.UTF_8)).containsOnlyOnce("\r\033[2A\033[J");
    }

    @Test
    void it_shows_what_an_agent_says_and_never_the_stream_it_says_it_in() throws Exception {
        String script = """
                echo '{"type":"system","subtype":"init","session_id":"s","model":"m"}'
                until [ -e "$TASK_FOLDER/speak" ]; do sleep 0.05; done
                echo '{"type":"assistant","message":{"content":[{"type":"text","text":"I look at the tests"}]}}'
                until [ -e "$TASK_FOLDER/end" ]; do sleep 0.05; done
                touch "$TASK_FOLDER/DONE"
                """;
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);
        Path task = folder.resolve(".ralph/tasks/t");
        try (Ralph ralph = ralph()) {
            RunningTask loop = ralph.start(TASK.command(script).with(SettingKeys.STREAM, "claude"));
            LiveLine live = new LiveLine(new Console(out, out, false, true, false), loop);

            live.start();
            Waiting.until(
                    () -> loop.progress().filter(now -> now.stdoutBytes() > 0).isPresent());
            int drawn = shown.size();
            Waiting.until(() -> shown.size() > drawn + 200);
            Files.createFile(task.resolve("speak"));
            Waiting.until(() -> shown.toString(StandardCharsets.UTF_8).contains("I look at the tests"));
            Files.createFile(task.resolve("end"));
            loop.await();
            live.stop();
        }

        assertThat(shown.toString(StandardCharsets.UTF_8)).doesNotContain("\"type\"");
    }
}
