package dev.ralph.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.loop.ConversationPolicy;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.signal.PromiseRule;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// From the table of keys to a policy and back.
class SettingKeysTest {
    private static final List<AgentCommand> AGENT = List.of(AgentCommand.known("claude", null, List.of()));

    private static final List<SettingKey<?>> OF_SESSIONS =
            List.of(SettingKeys.RECOVERY_DELAY, SettingKeys.DESCRIPTION, SettingKeys.STATE_DIR);

    @TempDir
    Path project;

    @Test
    void a_policy_made_of_its_own_values_is_the_same() {
        Policy changed = policy(everything());

        assertThat(resumed(changed, Settings.only(FlagValues.none(), project))).isEqualTo(changed);
    }

    @Test
    void every_setting_of_a_policy_is_found_again_and_changes_nothing_else() {
        for (SettingKey<?> key : SettingKeys.all()) {
            if (isInEvery(key)) {
                FlagValues plain = FlagValues.none().with(SettingKeys.PROFILE, "restart");
                Settings given = load(flag(plain, key));
                Policy policy = policy(given);
                assertThat((Object) key.of(policy)).as(key.name()).isEqualTo(given.maybe(key));
                for (SettingKey<?> other : SettingKeys.all()) {
                    boolean together = needsPromise(key) && other == SettingKeys.COMPLETION_PROMISE;
                    if (other != key && isInEvery(other) && !together) {
                        assertThat((Object) other.of(policy))
                                .as(key + " and " + other)
                                .isEqualTo(other.standard());
                    }
                }
            }
        }
    }

    @Test
    void a_resumed_loop_takes_every_setting_from_a_flag_but_those_that_it_keeps() {
        Policy old = policy(load(FlagValues.none().with(SettingKeys.SANDBOX, "auto")));
        for (SettingKey<?> key : SettingKeys.all()) {
            if (isInEvery(key)) {
                Settings now = load(flag(FlagValues.none(), key));
                assertThat((Object) key.of(resumed(old, now)))
                        .as(key.name())
                        .isEqualTo(key.isResumable() ? now.maybe(key) : key.of(old));
            }
        }
        assertThat(SettingKeys.all())
                .filteredOn(key -> !key.isResumable())
                .containsExactly(SettingKeys.PROFILE, SettingKeys.WORKSPACE);
    }

    @Test
    void settings_of_profile_session_are_found_again_in_its_loops_and_can_be_changed() {
        Settings session = load(FlagValues.none().with(SettingKeys.PROFILE, "session"));
        Policy old = PolicyFromSettings.of(session, Policy.Mode.LOOP, AGENT, List.of(), project);
        for (SettingKey<?> key : OF_SESSIONS) {
            assertThat((Object) key.of(old)).as(key.name()).isEqualTo(key.standard());
            Settings now = load(flag(FlagValues.none(), key));
            assertThat((Object) key.of(resumed(old, now))).as(key.name()).isEqualTo(now.maybe(key));
        }
    }

    /// Whether every policy has it, whatever its profile.
    private static boolean isInEvery(SettingKey<?> key) {
        return key.isInPolicy() && !OF_SESSIONS.contains(key);
    }

    @Test
    void a_resumed_loop_takes_nothing_from_files_and_variables() {
        Policy old = policy(Settings.only(FlagValues.none(), project));
        Settings now = new Configuration(project, project, Map.of("RALPH_MAX_RESTARTS", "7", "RALPH_CHECKS", "true"))
                .load(FlagValues.none());

        assertThat(resumed(old, now)).isEqualTo(old);
    }

    @Test
    void another_word_for_being_blocked_leaves_the_promise_of_a_resumed_loop_alone() {
        Policy old = policy(load(FlagValues.none().with(SettingKeys.COMPLETION_PROMISE, "FIXED")));

        Policy resumed = resumed(old, load(FlagValues.none().with(SettingKeys.BLOCKED_PROMISE, "STUCK")));

        assertThat(SettingKeys.COMPLETION_PROMISE.of(resumed)).isEqualTo("FIXED");
        assertThat(SettingKeys.BLOCKED_PROMISE.of(resumed)).isEqualTo("STUCK");
    }

    @Test
    void a_promise_counts_anywhere_or_alone_in_its_line_and_a_resumed_loop_stays_with_it() {
        FlagValues promise = FlagValues.none().with(SettingKeys.COMPLETION_PROMISE, "FIXED");
        Policy anywhere = policy(load(promise));
        Policy ownLine = policy(load(promise.with(SettingKeys.PROMISE_PLACE, "own-line")));

        assertThat(anywhere.conversation().promise()).isEqualTo(PromiseRule.session("FIXED"));
        assertThat(ownLine.conversation().promise()).isEqualTo(PromiseRule.stage("FIXED"));
        assertThat(resumed(ownLine, load(FlagValues.none()))).isEqualTo(ownLine);
        assertThat(resumed(anywhere, load(FlagValues.none().with(SettingKeys.PROMISE_PLACE, "own-line"))))
                .isEqualTo(ownLine);
    }

    @Test
    void a_profile_has_defaults_of_its_own_and_a_setting_wins_over_them() {
        Settings session = load(FlagValues.none().with(SettingKeys.PROFILE, "session"));

        assertThat(session.value(SettingKeys.RESTART_DELAY)).isEqualTo(Duration.ofMillis(500));
        assertThat(session.value(SettingKeys.BREAKER)).isEqualTo(5);
        assertThat(session.value(SettingKeys.SESSION)).isEqualTo(ConversationPolicy.Session.RESUME);
        assertThat(session.value(SettingKeys.COMPLETION_PROMISE)).isEqualTo("DONE");
        assertThat(session.origin(SettingKeys.BREAKER)).hasToString("default of profile session");
        assertThat(PolicyFromSettings.of(session, Policy.Mode.LOOP, AGENT, List.of(), project)
                        .profile())
                .isEqualTo("session");
        assertThat(load(FlagValues.none().with(SettingKeys.PROFILE, "session").with(SettingKeys.BREAKER, "off"))
                        .value(SettingKeys.BREAKER))
                .isZero();
        assertThat(SettingKeys.RESTART_DELAY.standardText()).isEqualTo("1s; 500ms in profile session");
        assertThat(SettingKeys.SANDBOX.standardText())
                .isEqualTo("off; required in profiles task, stage, backlog and heal");
    }

    @Test
    void every_default_of_a_profile_is_a_value_of_a_key() {
        for (Profile profile : Profile.all()) {
            Settings settings = load(FlagValues.none().with(SettingKeys.PROFILE, profile.name()));
            profile.defaults()
                    .forEach((name, text) -> assertThat(settings.lines())
                            .filteredOn(line -> line.key().name().equals(name))
                            .extracting(Settings.Line::text)
                            .containsExactly(SettingKeys.key(name).repeated() ? "[" + text + "]" : text));
        }
    }

    @Test
    void a_value_that_makes_no_sense_is_refused_by_name() {
        assertThatThrownBy(() -> saying(SettingKeys.MAX_RESTARTS, -1)).hasMessageContaining("max restarts is -1");
        assertThatThrownBy(() -> saying(SettingKeys.MAX_COST, BigDecimal.ZERO)).hasMessageContaining("dollar limit");
        assertThatThrownBy(() -> saying(SettingKeys.RESTART_DELAY, null)).hasMessage("restart_delay needs a value");
        assertThat(saying(SettingKeys.MAX_COST, null).maybe(SettingKeys.MAX_COST))
                .isNull();
    }

    private <T> Settings saying(SettingKey<T> key, @Nullable T value) {
        return Settings.only(FlagValues.none().withValue(key, value), project);
    }

    private Settings everything() {
        FlagValues flags = FlagValues.none();
        for (SettingKey<?> key : SettingKeys.all()) {
            if (key.isInPolicy() && key != SettingKeys.COMPLETION_PROMISE) {
                flags = key == SettingKeys.PROMISE_PLACE ? flags.with(key, "own-line") : flag(flags, key);
            }
        }
        return load(flags);
    }

    /// The word for being blocked needs another one for being done, and so does its place.
    private static FlagValues flag(FlagValues flags, SettingKey<?> key) {
        String text = Objects.requireNonNull(ConfigurationTest.SAMPLES.get(key));
        FlagValues given = flags.with(key, text.startsWith("[") ? text.substring(1, text.length() - 1) : text);
        return needsPromise(key) ? given.with(SettingKeys.COMPLETION_PROMISE, "DONE") : given;
    }

    private static boolean needsPromise(SettingKey<?> key) {
        return key == SettingKeys.BLOCKED_PROMISE || key == SettingKeys.PROMISE_PLACE;
    }

    private Settings load(FlagValues flags) {
        return new Configuration(project, project, Map.of()).load(flags);
    }

    private Policy policy(Settings settings) {
        return SettingKeys.policy(
                PolicyFromSettings.of(
                        Settings.only(FlagValues.none(), project), Policy.Mode.LOOP, AGENT, List.of(), project),
                settings);
    }

    private Policy resumed(Policy old, Settings now) {
        return new ResumedPolicy(old, now, List.of(), project, false).policy();
    }
}
