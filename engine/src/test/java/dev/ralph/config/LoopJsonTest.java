package dev.ralph.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The file `ralph.json` of a project, for profile backlog.
class LoopJsonTest extends InConfigFolder {
    private static final String ALL = """
            {
            \t"loop": {
            \t\t"maxIterationsPerTask": 7,
                "maxTimePerTask": 600,
                "maxCostPerTask": 2.5,
                "maxTasksPerRun": 3,
                "maxTimePerRun": 7200,
                "maxCostPerRun": 20,
                "onFailure": "stop",
                "parallelism": 2
              }
            }
            """;

    @Override
    Settings load() {
        return new Configuration(project, project, Map.of())
                .load(FlagValues.none().with(SettingKeys.PROFILE, "backlog"));
    }

    private void json(String text) throws Exception {
        Files.writeString(project.resolve("ralph.json"), text);
    }

    private List<String> problems(String loop) throws Exception {
        json("{\"loop\": " + loop + "}");
        return problems().stream()
                .map(problem -> problem.replace(project + "/ralph.json: ", ""))
                .toList();
    }

    @Test
    void the_eight_keys_are_settings_with_times_in_seconds_and_the_file_is_their_origin() throws Exception {
        for (String text : List.of(ALL, "\ufeff" + ALL.replace("\n", "\r\n"))) {
            json(text);
            Settings settings = load();

            assertThat(settings.value(SettingKeys.MAX_RESTARTS)).isEqualTo(7);
            assertThat(settings.value(SettingKeys.MAX_TIME)).isEqualTo(Duration.ofMinutes(10));
            assertThat(settings.value(SettingKeys.MAX_COST)).isEqualTo(new BigDecimal("2.5"));
            assertThat(settings.value(SettingKeys.MAX_TASKS)).isEqualTo(3);
            assertThat(settings.value(SettingKeys.MAX_RUN_TIME)).isEqualTo(Duration.ofHours(2));
            assertThat(settings.value(SettingKeys.MAX_RUN_COST)).isEqualTo(new BigDecimal("20"));
            assertThat(settings.value(SettingKeys.ON_FAILURE)).hasToString("HALT");
            assertThat(settings.value(SettingKeys.PARALLELISM)).isEqualTo(2);
            assertThat(settings.origin(SettingKeys.MAX_TIME)).hasToString("project " + project + "/ralph.json");
        }
    }

    @Test
    void so_many_retries_are_one_try_more() throws Exception {
        json("{\"loop\": {\"maxRetries\": 0}}");
        assertThat(load().value(SettingKeys.MAX_TRIES)).isEqualTo(1);

        json("{\"loop\": {\"maxRetries\": 4}}");
        assertThat(load().value(SettingKeys.MAX_TRIES)).isEqualTo(5);

        assertThat(problems("{\"maxRetries\": -1}")).singleElement().asString().contains("found the number -1");
    }

    @Test
    void it_is_weaker_than_the_project_s_own_file_and_stronger_than_the_user_s() throws Exception {
        json(ALL);
        write("max_time: 1h\n");
        Files.createDirectories(project.resolve("home/.config/ralph"));
        Files.writeString(project.resolve("home/.config/ralph/config.yaml"), "max_tasks: 9\nmax_time: 9h\ngrace: 9s\n");
        Settings settings = new Configuration(
                        project, project, Map.of("HOME", project + "/home", "RALPH_PARALLELISM", "4"))
                .load(FlagValues.none().with(SettingKeys.PROFILE, "backlog"));

        assertThat(settings.value(SettingKeys.MAX_TIME)).isEqualTo(Duration.ofHours(1));
        assertThat(settings.value(SettingKeys.MAX_TASKS)).isEqualTo(3);
        assertThat(settings.value(SettingKeys.PARALLELISM)).isEqualTo(4);
        assertThat(settings.value(SettingKeys.GRACE)).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void other_profiles_do_not_read_it() throws Exception {
        json("nonsense");

        Settings settings = super.load();

        assertThat(settings.value(SettingKeys.MAX_TASKS)).isEqualTo(50);
    }

    @Test
    void times_in_milliseconds_are_refused_with_what_was_meant() throws Exception {
        assertThat(problems("{\"maxTimePerTask\": 1800000, \"maxTimePerRun\": 14400000}"))
                .containsExactly(
                        "loop.maxTimePerTask: 1800000 seconds is more than 7d. If you meant milliseconds, write 1800; for a longer limit, set max_time: 10d in .ralph/config.yaml",
                        "loop.maxTimePerRun: 14400000 seconds is more than 7d. If you meant milliseconds, write 14400; for a longer limit, set max_run_time: 10d in .ralph/config.yaml");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"maxIterationPerTask\": 5} | loop: unknown key 'maxIterationPerTask'; did you mean 'maxIterationsPerTask'?",
                "{\"zzz\": 5} | loop: unknown key 'zzz'; there are maxCostPerRun, maxCostPerTask, maxIterationsPerTask, maxRetries, maxTasksPerRun, maxTimePerRun, maxTimePerTask, onFailure, parallelism",
                "{\"maxIterationsPerTask\": 0} | loop.maxIterationsPerTask: found the number 0, expected a number more than 0",
                "{\"maxTimePerTask\": \"30m\"} | loop.maxTimePerTask: found '30m', expected a number of seconds",
                "{\"maxTimePerTask\": -1} | loop.maxTimePerTask: found the number -1, expected a number more than 0",
                "{\"maxTasksPerRun\": 1.5} | loop.maxTasksPerRun: found the number 1.5, expected a whole number from 1 to 1000000",
                "{\"maxTasksPerRun\": \"5\"} | loop.maxTasksPerRun: found '5', expected a whole number from 1 to 1000000",
                "{\"onFailure\": \"halt\"} | loop.onFailure: found 'halt', expected continue, stop or retry",
                "{\"parallelism\": [1]} | loop.parallelism: found a list, expected a whole number from 1 to 64",
                "7 | loop: found the number 7, expected an object"
            })
    void what_cannot_be_meant_is_said_with_its_key(String loop, String problem) throws Exception {
        assertThat(problems(loop)).containsExactly(problem);
    }

    @Test
    void a_file_that_is_not_json_or_has_misspelt_keys_is_refused_and_an_empty_one_says_nothing() throws Exception {
        json("{\"loop\": {");
        assertThat(problems()).singleElement().asString().contains("ralph.json: is not JSON");
        json("{\"parallelism\": 2, \"lop\": {}}");
        assertThat(problems())
                .containsExactly(
                        project + "/ralph.json: unknown key 'parallelism'; move it into the object 'loop'",
                        project + "/ralph.json: unknown key 'lop'; did you mean 'loop'?");
        json("{\"loop\": {\"parallelism\": 2, \"parallelism\": 3}}");
        assertThat(problems())
                .singleElement()
                .asString()
                .contains("Duplicate", "parallelism")
                .doesNotContain("Source");
        json("{\"$schema\": \"x\", \"name\": \"app\", \"loop\": {\"parallelism\": 2}}");
        assertThat(problems()).as("keys of other tools").isEmpty();
        json("[]");
        assertThat(problems()).containsExactly(project + "/ralph.json: is not a JSON object");
        json(" \n");
        assertThat(problems()).isEmpty();
    }

    @Test
    void it_can_be_checked_before_it_is_used() throws Exception {
        json("{\"loop\": {\"maxTasksPerRun\": 12}}");

        Settings settings = new Configuration(project, project, Map.of()).loadOnly(project.resolve("ralph.json"));

        assertThat(settings.value(SettingKeys.MAX_TASKS)).isEqualTo(12);
    }
}
