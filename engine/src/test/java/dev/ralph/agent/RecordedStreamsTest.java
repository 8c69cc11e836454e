package dev.ralph.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.agent.AgentEvent.Evidence;
import dev.ralph.agent.AttemptAccount.Ended;
import dev.ralph.budget.Counters;
import dev.ralph.budget.Prices;
import dev.ralph.budget.Tokens;
import dev.ralph.budget.UsageMeter;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What the readers make of the streams of the real programs.
class RecordedStreamsTest {
    private static final List<StreamFixture> ALL = StreamFixture.all();

    static Stream<StreamFixture> all() {
        return ALL.stream();
    }

    @Test
    void there_are_recordings_of_every_well_known_agent() {
        assertThat(ALL.stream().map(StreamFixture::agent).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        Agents.wellKnown().stream().map(AgentKind::name).toList());
    }

    @ParameterizedTest
    @MethodSource("all")
    void nothing_in_them_is_strange(StreamFixture recording) {
        assertThat(HeardEvents.only(AgentEvent.Strange.class, recording.said())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("all")
    void they_are_read_the_same_however_they_are_cut_and_broken(StreamFixture recording) {
        Random random = new Random(recording.toString().hashCode());
        assertThat(HeardEvents.inPieces(recording.format(), recording.bytes(), HeardEvents.randomLengths(random)))
                .isEqualTo(recording.said());
        for (int round = 0; round < 20 && !recording.stdout().isEmpty(); round++) {
            byte[] mutated = StreamFuzzTest.mutated(recording.bytes(), random);
            assertThat(HeardEvents.inPieces(recording.format(), mutated, HeardEvents.randomLengths(random)))
                    .as("round %d", round)
                    .isEqualTo(HeardEvents.of(recording.format(), mutated));
        }
    }

    /// The prompt was "Please do the task.", tools printed "hello-out", and one model only thought its promise.
    @ParameterizedTest
    @MethodSource("all")
    void only_the_agents_own_words_are_said(StreamFixture recording) {
        String words = words(recording);

        assertThat(words)
                .doesNotContain("Please do the task")
                .doesNotContain("hello-out")
                .doesNotContain("API Error")
                .doesNotContain("Only thought")
                .doesNotContain("scripted error");
        if (recording.scene().equals("promise-in-tool") || recording.scene().equals("thinking")) {
            assertThat(words).isNotEmpty().doesNotContain("<promise>");
        }
    }

    /// `-` where the agent ends well in spite of it; `killed` where it went on until it was killed.
    @ParameterizedTest
    @CsvSource(delimiter = '|', useHeadersInDisplayName = true, textBlock = """
            scene           | claude          | codex           | gemini          | opencode        | qwen            | copilot
            hello           | -               | -               | -               | -               | -               | -
            tools           | -               | -               | -               | -               | -               | -
            resume          | -               | -               | -               | -               | -               | -
            e429-once       | -               | -               | -               | -               | -               | -
            empty           | -               | NOTHING_SAID    | -               | NOTHING_SAID    | -               | OTHER
            e401            | LOGIN           | LOGIN           | LOGIN           | LOGIN           | LOGIN           | LOGIN
            e429            | RATE            | RATE            | RATE            | RATE            | RATE            | RATE
            usage-limit     | RATE            | RATE            | RATE            | killed          | killed          | RATE
            e500            | OVERLOADED      | OVERLOADED      | OVERLOADED      | OVERLOADED      | OVERLOADED      | OVERLOADED
            unknown-session | UNKNOWN_SESSION | UNKNOWN_SESSION | UNKNOWN_SESSION | UNKNOWN_SESSION | UNKNOWN_SESSION | UNKNOWN_SESSION
            """)
    void every_ending_is_understood(
            String scene, String claude, String codex, String gemini, String opencode, String qwen, String copilot) {
        assertThat(List.of(
                        trouble("claude", scene),
                        trouble("codex", scene),
                        trouble("gemini", scene),
                        trouble("opencode", scene),
                        trouble("qwen", scene),
                        trouble("copilot", scene)))
                .containsExactly(claude, codex, gemini, opencode, qwen, copilot);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', useHeadersInDisplayName = true, textBlock = """
            scene           | claude       | codex
            e400            | REQUEST      | REQUEST
            e402            | CREDIT       | CREDIT
            e403            | LOGIN        | LOGIN
            e404            | MODEL        | OTHER
            e413            | CONTEXT      | CONTEXT
            e503            | OVERLOADED   | OVERLOADED
            e529            | OVERLOADED   | OVERLOADED
            reset           | NETWORK      | NETWORK
            reset-midway    | NETWORK      | NETWORK
            malformed       | NETWORK      | NETWORK
            max-tokens      | -            | OTHER
            refusal         | -            | -
            empty-always    | NOTHING_SAID | NOTHING_SAID
            thinking        | -            | -
            several-calls   | -            | -
            promise-in-tool | -            | -
            failing-tool    | -            | -
            """)
    void rarer_endings_are_understood(String scene, String claude, String codex) {
        assertThat(List.of(trouble("claude", scene), trouble("codex", scene))).containsExactly(claude, codex);
    }

    @Test
    void a_tool_that_fails_is_told() {
        for (String agent : List.of("claude", "codex")) {
            assertThat(recording(agent, "failing-tool").account().failedActions())
                    .as(agent)
                    .isEqualTo(1);
        }
    }

    @Test
    void a_turn_with_tools_is_told_whole() {
        for (AgentKind kind : Agents.wellKnown()) {
            AttemptAccount account = recording(kind.name(), "tools").account();

            assertThat(account.session()).as(kind.name()).isNotNull();
            assertThat(account.actions()).as(kind.name()).isEqualTo(2);
            assertThat(account.failedActions()).as(kind.name()).isZero();
            assertThat(account.lastWords()).as(kind.name()).isEqualTo("All done.\n<promise>DONE</promise>");
        }
    }

    /// The scripted model used 1,100 tokens of input, 2,200 from the cache and 130 of output.
    @Test
    void tokens_are_counted_once_whoever_tells_of_them() {
        for (String agent : List.of("claude", "codex", "gemini", "opencode", "qwen")) {
            UsageMeter meter = new UsageMeter(Prices.none(), Counters.FRESH);
            HeardEvents.only(AgentEvent.Used.class, recording(agent, "tools").said())
                    .forEach(used -> meter.add(used.report()));

            assertThat(meter.spent().models().values()).as(agent).containsExactly(new Tokens(1100, 2200, 0, 130));
        }
        assertThat(HeardEvents.only(
                        AgentEvent.Used.class, recording("copilot", "tools").said()))
                .isEmpty();
    }

    @Test
    void the_limit_of_a_subscription_has_a_type_and_a_time() {
        StreamFixture recording = recording("claude", "usage-limit-subscription");
        String text = recording.stdout();
        int at = text.indexOf("\"resetsAt\":") + "\"resetsAt\":".length();
        Instant resets = Instant.ofEpochSecond(Long.parseLong(text.substring(at, text.indexOf(',', at))));
        ResetTimes clock = ResetTimes.by(InstantSource.fixed(resets.minusSeconds(3600)), ZoneOffset.UTC);
        List<AgentEvent> said = new ArrayList<>();
        StreamReader reader = recording.kind().reader(clock);
        byte[] bytes = recording.bytes();
        reader.read(bytes, 0, bytes.length, said::add);

        assertThat(HeardEvents.only(AgentEvent.Limited.class, said).getFirst())
                .isEqualTo(new AgentEvent.Limited(resets, "usage limit five_hour", Evidence.TYPED));
        StreamReading reading = new StreamReading(recording.kind());
        said.forEach(reading);
        assertThat(reading.account(1, "").ended()).isEqualTo(Ended.LIMITED);
        assertThat(reading.account(1, "").resets()).isEqualTo(resets);
    }

    private static StreamFixture recording(String agent, String scene) {
        return ALL.stream()
                .filter(recording ->
                        recording.agent().equals(agent) && recording.scene().equals(scene))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no recording of " + agent + " " + scene));
    }

    private static String trouble(String agent, String scene) {
        StreamFixture recording = recording(agent, scene);
        if (recording.exit() < 0) {
            return "killed";
        }
        AttemptAccount account = recording.account();
        assertThat(account.ended() == Ended.LIMITED).isEqualTo(account.trouble() == AgentProblem.RATE);
        return account.trouble() == null ? "-" : account.trouble().name();
    }

    private static String words(StreamFixture recording) {
        return HeardEvents.only(AgentEvent.Text.class, recording.said()).stream()
                .map(AgentEvent.Text::text)
                .collect(Collectors.joining());
    }
}
