package dev.ralph.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PricesTest {
    private final Prices standard = Prices.standard();

    @Test
    void every_price_that_comes_with_ralph_says_when_it_was_checked_and_where_it_is_from() {
        assertThat(standard.models()).hasSizeGreaterThan(30);
        standard.models().forEach((model, price) -> {
            assertThat(price.checked()).as(model).isAfter(LocalDate.of(2026, 1, 1));
            assertThat(price.source()).as(model).contains(" ");
            assertThat(price.output()).as(model).isGreaterThan(price.input());
            assertThat(price.cacheRead()).as(model).isLessThanOrEqualTo(price.input());
            assertThat(price.cacheWrite()).as(model).isGreaterThanOrEqualTo(price.input());
        });
    }

    @ParameterizedTest
    @CsvSource({
        "claude-opus-5-5, 4",
        "claude-opus-5-5-20261001, 4",
        "claude-opus-5-5[1m], 4",
        "claude-opus-5-5-20261001[1m], 4",
        "anthropic/claude-opus-5-5, 4",
        "openrouter/anthropic/claude-opus-5-5@20261001, 4",
        "Claude-Opus-5-5-latest, 4",
        "claude-opus-5, 5",
        "claude-opus-4-20250514, 15",
        "gpt-5-2025-08-07, 1.25",
        "gpt-5-mini, 0.25",
        "$runtime|openai|gpt-5-mini(openai), 0.25",
    })
    void a_model_is_found_with_or_without_provider_date_and_brackets(String model, BigDecimal input) {
        assertThat(standard.of(model)).get().extracting(Price::input).isEqualTo(input);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "claude-opus-5-6",
                "claude-opus-6",
                "claude-opus",
                "claude",
                "gpt-5-nano-turbo",
                "gpt",
                "my-claude-opus-5",
                "scripted-model",
                "",
                "[]",
                "-20250101"
            })
    void a_relative_is_another_model_and_has_no_price(String model) {
        assertThat(standard.of(model)).isEmpty();
        assertThat(standard.dollars(model, new Tokens(1, 1, 1, 1))).isEmpty();
    }

    @Test
    void each_kind_of_token_has_its_price() {
        Prices prices = Prices.parse("mine", "models: {m: {input: 1, cacheRead: 0.1, cacheWrite: 1.25, output: 5}}");

        assertThat(prices.dollars("m", new Tokens(1_000_000, 2_000_000, 4_000_000, 3))
                        .orElseThrow())
                .isEqualByComparingTo("6.200015");
    }

    @Test
    void the_users_table_replaces_single_models_and_adds_others() {
        Prices mine = Prices.parse("mine.yaml", """
                checked: 2026-11-01
                sources: {contract: our contract}
                models:
                  claude-opus-5-5: {input: 3, output: 15, from: 2026-10-01, source: contract}
                  local: {input: 0, output: 0}
                """);
        Prices both = standard.overriddenBy(mine);

        assertThat(both.of("claude-opus-5-5-20261001"))
                .contains(new Price(
                        BigDecimal.valueOf(3),
                        BigDecimal.valueOf(3),
                        BigDecimal.valueOf(3),
                        BigDecimal.valueOf(15),
                        LocalDate.of(2026, 10, 1),
                        LocalDate.of(2026, 11, 1),
                        "our contract"));
        assertThat(both.dollars("local", new Tokens(1, 1, 1, 1)).orElseThrow()).isZero();
        assertThat(both.of("claude-opus-5")).isEqualTo(standard.of("claude-opus-5"));
        assertThat(standard.of("local")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "models: {m: {input: 1}} | t: m needs both `input` and `output`, in dollars for a million tokens",
                "models: {m: {input: 1, output: -2}} | t: m.output must be between 0 and 100000 dollars for a million tokens",
                "models: {m: {input: a lot, output: 2}} | t: m.input is not a number: 'a lot'",
                "models: {m: {input: .inf, output: 2}} | t: m.input is not a number: 'Infinity'",
                "models: {m: {in: 1, output: 2}} | t: m has an unknown field 'in'; known are input, cacheRead, cacheWrite, output, from, source",
                "model: {} | t: the file has an unknown field 'model'; known are checked, sources, models",
                "models: [m] | t: models is not a mapping of names to values",
                "checked: soon | t: checked is not a date like 2026-11-15: 'soon'",
                "models: {m: 3} | t: m is not a mapping of names to values",
                "models: {m-20250101: {input: 1, output: 2}, m: {input: 1, output: 2}} | t: the model m is given twice",
            })
    void a_bad_table_says_what_is_wrong_where(String text, String message) {
        assertThatThrownBy(() -> Prices.parse("t", text))
                .isInstanceOf(BadPrices.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"models: {m: {", "a: b: c", "models: &a [*a]", "\u0000", "--- 1\n--- 2"})
    void what_is_no_yaml_is_refused_as_such(String text) {
        assertThatThrownBy(() -> Prices.parse("t", text)).isInstanceOf(BadPrices.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# nothing\n", "models:\n", "checked: 2026-11-15\n"})
    void an_empty_table_is_no_error(String text) {
        assertThat(Prices.parse("t", text).models()).isEqualTo(Map.of());
    }
}
