package dev.ralph.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NearestNameTest {
    @ParameterizedTest
    @CsvSource({
        "max_restart, max_restarts",
        "max_restrats, max_restarts",
        "maxRestarts, max_restarts",
        "max-restarts, max_restarts",
        "MAX_RESTARTS, max_restarts",
        "idel_timeout, idle_timeout",
        "timout, timeout",
        "gracee, grace",
        "check, checks",
        "colour, color",
        "containmnet, containment",
        "conta, containment"
    })
    void the_real_name_is_found_behind_a_typing_error(String typed, String real) {
        assertThat(NearestName.to(typed, SettingKeys.names())).contains(real);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "zebra", "limits", "restart_the_whole_thing", "-", "___"})
    void a_word_far_from_everything_gets_no_suggestion(String typed) {
        assertThat(NearestName.to(typed, SettingKeys.names())).isEmpty();
    }

    @Test
    void a_beginning_that_several_names_share_suggests_none_of_them() {
        assertThat(NearestName.to("foo", List.of("foobar-one", "foobar-two"))).isEmpty();
        assertThat(NearestName.to("foo", List.of("foobar-one", "barfoo-two"))).contains("foobar-one");
    }

    @Test
    void a_swap_of_neighbours_is_one_error() {
        assertThat(NearestName.to("rnu", List.of("run", "rain"))).contains("run");
    }

    @Test
    void a_very_long_word_is_not_even_compared() {
        assertThat(NearestName.to("a".repeat(1_000_000), List.of("a".repeat(60))))
                .isEmpty();
    }

    @Test
    void the_hint_completes_a_message() {
        assertThat(NearestName.hint("stauts", List.of("status", "stop"))).isEqualTo("; did you mean 'status'?");
        assertThat(NearestName.hint("zzz", List.of("status", "stop"))).isEmpty();
    }
}
