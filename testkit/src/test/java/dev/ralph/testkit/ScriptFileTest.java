package dev.ralph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptFileTest {
    @Test
    void a_file_says_all_that_the_java_builder_can_say(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("script.json");
        Files.writeString(file, """
                { "steps": [
                    "plain words",
                    {"text": "words", "thinking": "thought", "stop": "max_tokens", "times": 3},
                    {"shell": "echo hi", "say": "I run it.", "usage": {"input": 10, "cacheRead": 2, "cacheWrite": 1, "output": 5}},
                    {"write": {"path": "a.txt", "content": "x"}},
                    {"calls": [{"shell": "true"}, {"write": {"path": "b", "content": ""}}]},
                    {"status": 429, "headers": {"Retry-After": 2}, "message": "slow down", "type": "mine", "times": "forever"},
                    {"usageLimit": "1h"},
                    {"hang": true, "delay": "250ms"}, {"hangMidway": "par"}, {"reset": true}, {"resetMidway": "par"},
                    {"malformed": true, "delay": "2s"}, {"empty": true}
                  ],
                  "end": "over", "side": "title", "sideMarks": ["mark"], "models": ["a", "b"], "delay": "5m", "folder": "/w" }
                """);

        assertThat(ModelScript.read(file))
                .isEqualTo(ModelScript.builder()
                        .steps(
                                ModelStep.text("plain words"),
                                ModelStep.text("words")
                                        .thinking("thought")
                                        .stopping(StopReason.MAX_TOKENS)
                                        .times(3),
                                ModelStep.shell("echo hi").saying("I run it.").using(new TokenCounts(10, 2, 1, 5)),
                                ModelStep.write("a.txt", "x"),
                                ModelStep.calls(new ScriptedCall.Shell("true"), new ScriptedCall.Write("b", "")),
                                ModelStep.of(new StepAction.Refuse(
                                                429, Map.of("retry-after", "2"), "slow down", "mine", null))
                                        .forever(),
                                ModelStep.usageLimit(Duration.ofHours(1)),
                                ModelStep.hang().after(Duration.ofMillis(250)),
                                ModelStep.hangMidway("par"),
                                ModelStep.reset(),
                                ModelStep.resetMidway("par"),
                                ModelStep.malformed().after(Duration.ofSeconds(2)),
                                ModelStep.empty())
                        .end("over")
                        .side("title")
                        .sideMarks("mark")
                        .models("a", "b")
                        .delay(Duration.ofMinutes(5))
                        .folder(Path.of("/w"))
                        .build());
    }

    @Test
    void a_bare_list_of_steps_is_a_script() {
        assertThat(ModelScript.parse("[\"one\", {\"text\": \"two\"}]"))
                .isEqualTo(ModelScript.of(ModelStep.text("one"), ModelStep.text("two")));
    }

    @Test
    void side_may_be_switched_off() {
        assertThat(ModelScript.parse("{\"steps\": [], \"side\": false}").side()).isNull();
    }

    @Test
    void the_arguments_of_an_exact_tool_keep_their_types_and_order() {
        ModelScript script = ModelScript.parse("[{\"tool\": \"T\", \"arguments\": {\"z\": 1, \"a\": [true, null]}}]");

        StepAction action = script.steps().getFirst().action();

        assertThat(action)
                .isInstanceOfSatisfying(
                        StepAction.Speak.class,
                        speak -> assertThat(new OfferedTools()
                                        .choose(speak.calls().getFirst(), null)
                                        .arguments())
                                .hasToString("{\"z\":1,\"a\":[true,null]}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '§', textBlock = """
            {"steps": [}                                  | script is not JSON
            {"steps": [], "steps": []}                    | Duplicate
            {}                                            | script: the key 'steps' is missing
            {"steps": 1}                                  | script → steps: a list is expected here
            {"steps": [], "stepps": 1}                    | there is no key 'stepps' here
            [1]                                           | script [1]: a step is a text or an object
            ["a", {}]                                     | script [2]: it says nothing to do; write one of calls, empty
            [{"text": "a", "shell": "b"}]                 | it says more than one thing to do
            [{"text": 1}]                                 | script [1] → text: a text is expected here
            [{"hang": false}]                             | the only value of 'hang' is true
            [{"hang": true, "usage": {}}]                 | there is no key 'usage' here
            [{"text": "a", "times": 0}]                   | a step is taken at least once
            [{"text": "a", "times": "often"}]             | a whole number is expected here
            [{"text": "a", "delay": "2 weeks"}]           | '2 weeks' is no length of time
            [{"text": "a", "delay": "s"}]                 | 's' is no length of time
            [{"text": "a", "stop": "bored"}]              | 'bored' is no reason to stop
            [{"text": "a", "usage": {"input": -1}}]       | tokens cannot be negative
            [{"text": "a", "usage": {"cached": 1}}]       | there is no key 'cached' here
            [{"status": 200}]                             | an error step's status is 400 to 599, not 200
            [{"status": 429, "headers": {"a b": "x"}}]    | not an HTTP header: 'a b: x'
            [{"write": {"path": "a"}}]                    | script [1] → write: the key 'content' is missing
            [{"write": {"path": " ", "content": ""}}]     | a write call's path is blank
            [{"calls": []}]                               | at least one call
            [{"calls": [{"text": "a"}]}]                  | script [1] → calls [1]: it says nothing to do
            [{"tool": "T", "arguments": 1}]               | script [1] → arguments: an object is expected here
            {"steps": [], "side": true}                   | script → side: a text is expected here
            {"steps": [], "sideMarks": [""]}              | every request a side request
            """)
    void a_mistake_is_told_with_its_place(String json, String words) {
        assertThatThrownBy(() -> ModelScript.parse(json))
                .isInstanceOf(BadModelScript.class)
                .hasMessageContaining(words);
    }

    @Test
    void what_belongs_to_answers_is_refused_elsewhere() {
        assertThatThrownBy(() -> ModelStep.hang().saying("x")).hasMessageContaining("'saying' belongs to an answer");
        assertThat(List.of(ModelStep.shell("a").saying("x"))).isNotEmpty();
    }
}
