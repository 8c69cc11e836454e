package dev.ralph.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.tamper.Measures;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckTest {
    static List<Check> all() {
        return List.of(
                Check.Command.shell("make test"),
                Check.Command.shell("{ make && make test; }"),
                Check.Command.shell("{\"type\":\"oddly named program\"}"),
                new Check.Command(
                        "mvn \"verify\"",
                        3,
                        "BUILD SUCCESS",
                        "WARN",
                        Duration.ofMillis(1500),
                        "core",
                        List.of("target/surefire-reports/*.xml"),
                        Check.Room.CLEAN),
                new Check.FileExists("docs/plan.md"),
                new Check.TestPassing("RALPH-001", "npm test -- --grep RALPH-001"),
                new Check.TestPassing(null, null),
                new Check.Validate("./skills/validate.sh"),
                GitFact.TREE_CLEAN,
                GitFact.CHANGED,
                GitFact.COMMITTED,
                new Check.Claim(CheckFields.NONE),
                new Check.Claim(new CheckFields(Map.of("stage", "coder"))),
                new Check.Tamper(new CheckFields(Map.of("check-script", "warn"))),
                new Check.Ratchet(),
                new Review(CheckFields.NONE));
    }

    @ParameterizedTest
    @MethodSource("all")
    void its_line_is_one_line_and_says_everything(Check check) {
        assertThat(check.line()).doesNotContain("\n");
        assertThat(Check.of(check.line())).isEqualTo(check);
        assertThat(Check.of(check.line()).line()).isEqualTo(check.line());
        assertThat(check.title()).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(strings = {"make test", " make  test ", "{ make; }", "{\"a\"}", "[ -e x ]"})
    void a_shell_line_stays_as_it_was_written(String line) {
        assertThat(Check.of(line)).isEqualTo(Check.Command.shell(line));
        assertThat(Check.of(line).line()).isEqualTo(line);
    }

    @Test
    void the_definition_begins_with_its_type() {
        assertThat(new Check.FileExists("a").line()).isEqualTo("{\"type\":\"file_exists\",\"path\":\"a\"}");
        assertThat(new Check.Command("x", 0, null, null, Duration.ofMinutes(5), null, List.of(), null).line())
                .isEqualTo("{\"type\":\"command\",\"command\":\"x\",\"timeout\":300}");
    }

    @Test
    void only_the_claim_and_the_tamper_guard_prove_nothing_of_the_work() {
        assertThat(all())
                .allSatisfy(check -> assertThat(check.proves())
                        .isEqualTo(!(check instanceof Check.Claim) && !(check instanceof Check.Tamper)));
    }

    @Test
    void a_time_is_a_number_of_seconds_or_has_a_unit() {
        assertThat(timeout("90")).isEqualTo(Duration.ofSeconds(90));
        assertThat(timeout("1e3")).isEqualTo(Duration.ofSeconds(1000));
        assertThat(timeout("\"90s\"")).isEqualTo(Duration.ofSeconds(90));
        assertThat(timeout("\"250ms\"")).isEqualTo(Duration.ofMillis(250));
        assertThat(timeout("\"5m\"")).isEqualTo(Duration.ofMinutes(5));
        assertThat(timeout("\"2h\"")).isEqualTo(Duration.ofHours(2));
    }

    private static @Nullable Duration timeout(String written) {
        String line = "{\"type\":\"command\",\"command\":\"a\",\"timeout\":" + written + "}";
        return ((Check.Command) Check.of(line)).timeout();
    }

    /// Kinds know the list of kinds, and the list knows them: classes that wait for each other would be half made.
    @ParameterizedTest
    @ValueSource(
            strings = {"Check$Command", "Check$Claim", "Check$Tamper", "GitFact", "MultiStage", "Review", "CheckType"})
    void whichever_kind_is_used_first_all_are_there(String first) throws Exception {
        URL classes = Check.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader anew = new URLClassLoader(new URL[] {classes}, new Libraries())) {
            Class.forName("dev.ralph.verify." + first, true, anew);
            Object check = anew.loadClass(Check.class.getName())
                    .getMethod("of", String.class)
                    .invoke(null, "{\"type\":\"review\"}");
            assertThat(check.toString()).startsWith("Review[");
        }
    }

    /// Everything but Ralph's own classes.
    private static final class Libraries extends ClassLoader {
        Libraries() {
            super(Check.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("dev.ralph.")) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }
    }

    @Test
    void every_kind_that_needs_no_field_is_read_and_written_under_its_own_name() {
        int read = 0;
        for (CheckType type : Check.types()) {
            if (type.fields().stream().noneMatch(CheckType.Field::required)) {
                String line = "{\"type\":\"" + type.name() + "\"}";
                assertThat(Check.of(line).line()).isEqualTo(line);
                assertThatThrownBy(() -> Check.of("{\"type\":\"" + type.name() + "\",\"no-such\":\"x\"}"))
                        .isInstanceOf(InvalidCheck.class)
                        .hasMessageContaining("no-such");
                read++;
            }
        }
        assertThat(read).isEqualTo(11);
    }

    @Test
    void a_claim_and_a_guard_hold_what_they_were_given() {
        assertThat(((Check.Claim) Check.of("{\"type\":\"claim\",\"stage\":\"qa\"}")).stage())
                .isEqualTo("qa");
        assertThat(((Check.Tamper) Check.of("{\"type\":\"tamper\",\"test-deleted\":\"allow\"}")).measures())
                .isEqualTo(Measures.of(Map.of("test-deleted", "allow")));
    }

    @Test
    void what_is_no_check_is_refused_with_what_is_wrong() {
        refused(" ", "a check is empty");
        refused("{\"type\":\"semantics\"}", "`type` is semantics, and there is no such check");
        refused("{\"type\":\"file_exists\"}", "`path` is missing");
        refused("{\"type\":\"file_exists\",\"path\":\" \"}", "`path` is empty");
        refused("{\"type\":\"file_exists\",\"path\":\"a\",\"pth\":\"b\"}", "`pth` is not known here: it can be path");
        refused("{\"type\":\"file_exists\",\"path\":7}", "`path` is not a text");
        refused("{\"type\":\"command\",\"command\":\"a\",\"timeout\":0}", "`timeout` is 0 s");
        refused("{\"type\":\"command\",\"command\":\"a\",\"timeout\":\"x\"}", "`timeout` is not a time");
        refused("{\"type\":\"command\",\"command\":\"a\",\"success_exit_code\":256}", "it must be from 0 to 255");
        refused("{\"type\":\"command\",\"command\":\"a\",\"success_exit_code\":0.5}", "is not a whole number");
        refused("{\"type\":\"command\",\"command\":\"a\",\"room\":\"attic\"}", "`room` is attic");
        refused("{\"type\":\"command\",\"command\":\"a\",\"reports\":[1]}", "`reports` is not a list of texts");
        refused("{\"type\":\"tree_clean\",\"path\":\"a\"}", "this check has no options");
        refused(
                "{\"type\":\"ratchet\",\"reports\":[\"a.xml\"]}",
                "`reports` is not known here: this check has no options");
        refused("{\"type\":\"changed\"", "is not JSON");
        refused("{\"type\":\"command\",\"command\":\" \"}", "`command` is empty");
        refused("{\"type\":\"command\",\"command\":\"a\",\"cmd\":\"b\"}", "`cmd` is not known here");
        refused("{\"type\":\"command\",\"command\":\"a\",\"reports\":[\"/a\"]}", "which leaves the project");
        refused("{\"type\":\"test_passing\",\"gep\":\"b\"}", "`gep` is not known here");
        refused("{\"type\":\"validate\",\"script\":\"a\",\"arg\":\"b\"}", "`arg` is not known here");
        refused("{\"type\":\"claim\",\"stages\":\"coder\"}", "`stages` is not known here");
        refused("{\"type\":\"tamper\",\"no-such-rule\":\"block\"}", "no-such-rule");
        refused("{\"type\":\"multi_stage\",\"stages\":[],\"all\":true}", "`all` is not known here");
        refused("{\"type\":\"multi_stage\",\"stages\":[{\"check\":\"make\",\"chek\":1}]}", "`chek` is not known here");
        refused("{\"type\":\"changed\"} {}", "has more than one JSON value");
        refused("{\"type\":\"validate\",\"script\":\"a\\u0000\"}", "`script` holds a NUL character");
    }

    private static void refused(String line, String why) {
        assertThatThrownBy(() -> Check.of(line))
                .isInstanceOf(InvalidCheck.class)
                .hasMessageContaining(why);
    }
}
