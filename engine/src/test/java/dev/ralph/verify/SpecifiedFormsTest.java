package dev.ralph.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The forms of specifications 003 and 004.
class SpecifiedFormsTest {
    private static Check of(Map<String, Object> fields) {
        return Check.of(new CheckFields(fields));
    }

    private static Check method(String method, Map<String, Object> config) {
        return of(Map.of("verification_method", method, "verification_config", config));
    }

    private static void refused(Map<String, Object> fields, @Nullable String field, String why) {
        assertThatThrownBy(() -> of(fields))
                .isInstanceOfSatisfying(
                        InvalidCheck.class, wrong -> assertThat(wrong.field()).isEqualTo(field))
                .hasMessageContaining(why);
    }

    @Test
    void a_completion_is_a_check_of_its_type() {
        assertThat(of(Map.of("completion", Map.of("type", "file_exists", "path", "a"))))
                .isEqualTo(new Check.FileExists("a"));
        assertThat(of(Map.of("completion", Map.of("type", "test_passing", "grep", "R-1", "command", "make"))))
                .isEqualTo(new Check.TestPassing("R-1", "make"));
        assertThat(of(Map.of("completion", Map.of("type", "validate", "script", "v"))))
                .isEqualTo(new Check.Validate("v"));
        refused(Map.of("completion", Map.of("type", "changed")), "type", "a completion is file_exists");
        refused(Map.of("completion", Map.of("type", "validate", "script", "v"), "more", 1), "more", "not known here");
    }

    @Test
    void a_match_of_strings_is_the_claim() {
        assertThat(method("string_match", Map.of())).isEqualTo(new Check.Claim(CheckFields.NONE));
        assertThat(of(Map.of(
                        "verification_method",
                        "string_match",
                        "promise",
                        "DONE",
                        "description",
                        "what the coder promises")))
                .isEqualTo(new Check.Claim(CheckFields.NONE));
    }

    @Test
    void external_is_a_command_with_five_minutes() {
        assertThat(method(
                        "external",
                        Map.of(
                                "command",
                                "pytest",
                                "success_exit_code",
                                2,
                                "output_contains",
                                "ok",
                                "output_not_contains",
                                "bad",
                                "working_dir",
                                "api")))
                .isEqualTo(new Check.Command("pytest", 2, "ok", "bad", Duration.ofMinutes(5), "api", List.of(), null));
        assertThat(method("external", Map.of("command", "pytest", "timeout", new BigDecimal("0.5"))))
                .isEqualTo(new Check.Command("pytest", 0, null, null, Duration.ofMillis(500), null, List.of(), null));
        assertThat(method("external", Map.of("command", "pytest", "timeout", 1.5)))
                .isEqualTo(new Check.Command("pytest", 0, null, null, Duration.ofMillis(1500), null, List.of(), null));
    }

    @Test
    void external_without_a_command_is_the_claim_and_takes_no_other_option() {
        assertThat(method("external", Map.of())).isEqualTo(new Check.Claim(CheckFields.NONE));
        refused(
                Map.of("verification_method", "external", "verification_config", Map.of("timeout", 5)),
                "timeout",
                "it can be command");
    }

    @Test
    void stages_have_names_methods_and_whether_they_are_required() {
        Check made = method(
                "multi_stage",
                Map.of(
                        "require_all",
                        false,
                        "stages",
                        List.of(
                                Map.of("method", "string_match"),
                                Map.of("name", "tests", "check", "make test", "required", true),
                                Map.of("name", "lint", "method", "external", "config", Map.of("command", "ruff")))));
        assertThat(made)
                .isEqualTo(new MultiStage(
                        List.of(
                                new MultiStage.Stage("stage 1", new Check.Claim(CheckFields.NONE), null),
                                new MultiStage.Stage("tests", Check.Command.shell("make test"), true),
                                new MultiStage.Stage(
                                        "lint",
                                        new Check.Command(
                                                "ruff", 0, null, null, Duration.ofMinutes(5), null, List.of(), null),
                                        null)),
                        false));
        assertThat(Check.of(made.line())).isEqualTo(made);
        assertThat(made.title()).isEqualTo("stage 1 or tests or lint");
    }

    @Test
    void stages_prove_something_when_passing_them_needs_a_proof() {
        MultiStage.Stage words = new MultiStage.Stage("words", new Check.Claim(CheckFields.NONE), null);
        MultiStage.Stage tests = new MultiStage.Stage("tests", Check.Command.shell("make"), null);
        MultiStage.Stage optional = new MultiStage.Stage("tests", Check.Command.shell("make"), false);
        MultiStage.Stage required = new MultiStage.Stage("tests", Check.Command.shell("make"), true);
        assertThat(new MultiStage(List.of(words, tests), true).proves()).isTrue();
        assertThat(new MultiStage(List.of(words, optional), true).proves()).isFalse();
        assertThat(new MultiStage(List.of(words, tests), false).proves()).isFalse();
        assertThat(new MultiStage(List.of(tests, tests), false).proves()).isTrue();
        assertThat(new MultiStage(List.of(words, required), false).proves()).isTrue();
        assertThat(new MultiStage(List.of(words, tests), true).title()).isEqualTo("words and tests");
    }

    @Test
    void what_makes_no_sense_is_refused_by_its_field() {
        refused(Map.of("verification_method", "semantic"), "verification_method", "is semantic, which counts words");
        refused(Map.of("verification_method", "hope"), "verification_method", "it can be string_match, external");
        refused(Map.of("verification_config", Map.of()), "verification_config", "needs verification_method");
        refused(Map.of("verification_method", "string_match", "x", 1), "x", "is not known here");
        refused(Map.of("path", "a"), null, "a check has no type");
        refused(Map.of("type", "multi_stage"), "stages", "needs one at least");
        refused(Map.of("type", "multi_stage", "stages", "a"), "stages", "is not a list");
        refused(
                Map.of("type", "multi_stage", "stages", List.of("a")),
                "stages",
                "holds something that is not an object");
        refused(
                Map.of("type", "multi_stage", "stages", List.of(Map.of("method", "semantic"))),
                "method",
                "is semantic");
        refused(Map.of("type", "multi_stage", "stages", List.of(Map.of("name", "a"))), "method", "is missing");
        refused(Map.of("type", "command", "command", "a", "pinned", "no"), "pinned", "is not true or false");
        refused(Map.of("type", "command", "command", "a", "timeout", new BigDecimal("1e30")), "timeout", "not a time");
        refused(Map.of("type", "command", "command", "a", "success_exit_code", -1), "success_exit_code", "0 to 255");
        refused(Map.of("completion", "a"), "completion", "holds something that is not an object");
    }

    @Test
    void a_field_without_a_value_counts_as_left_out() {
        Map<String, Object> fields = new HashMap<>();
        fields.put("type", "command");
        fields.put("command", "make");
        fields.put("timeout", null);
        assertThat(of(fields)).isEqualTo(Check.Command.shell("make"));
        assertThat(Check.of("{\"type\":\"command\",\"command\":\"make\",\"timeout\":null,\"reports\":[null,\"a\"]}"))
                .isEqualTo(new Check.Command("make", 0, null, null, null, null, List.of("a"), null));
    }

    @Test
    void fields_are_a_copy_in_the_order_they_were_written_in() {
        Map<String, Object> given = new HashMap<>(Map.of("a", 1));
        CheckFields fields = new CheckFields(given);
        given.put("b", 2);
        assertThat(fields.names()).containsExactly("a");
        assertThat(fields.without("a")).isEqualTo(CheckFields.NONE);
        assertThat(fields.child("none")).isEqualTo(CheckFields.NONE);
        assertThat(fields.children("none")).isEmpty();
        assertThat(new CheckFields(Map.of("a", Arrays.asList("x", "y"))).texts("a"))
                .containsExactly("x", "y");
        assertThat(new CheckFields(Map.of("n", 5L)).number("n", 0)).isEqualTo(5);
        assertThat(CheckFields.NONE.number("n", 7)).isEqualTo(7);
        assertThat(CheckFields.NONE.seconds("n")).isNull();
        assertThat(CheckFields.NONE.textOrNull("n")).isNull();
    }
}
