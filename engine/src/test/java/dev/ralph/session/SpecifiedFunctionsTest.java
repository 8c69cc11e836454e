package dev.ralph.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.sim.SimClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The functions that specification 002 exports, as other programs call them.
class SpecifiedFunctionsTest {
    private static final RalphLoopState STATE = new RalphLoopState(
            true, 1, 25, "ALL_FIXED", Instant.parse("2026-01-02T03:04:05.678Z"), "Fix it", "ses_1", null, "nightly");

    @TempDir
    Path folder;

    @Test
    void a_state_is_written_read_and_cleared() {
        assertThat(SessionStorage.readState(folder, null)).isNull();
        assertThat(SessionStorage.clearState(folder, null)).isTrue();

        assertThat(SessionStorage.writeState(folder, STATE, null)).isTrue();
        assertThat(folder.resolve(".supercoin").resolve(SessionStorage.STATE_FILENAME))
                .content()
                .startsWith("{\n  \"active\": true,\n  \"iteration\": 1,\n  \"maxIterations\": 25,");
        assertThat(SessionStorage.readState(folder, null)).isEqualTo(STATE);

        assertThat(SessionStorage.clearState(folder, null)).isTrue();
        assertThat(SessionStorage.readState(folder, null)).isNull();
    }

    @Test
    void a_state_may_lie_in_another_folder() {
        Path there = folder.resolve("a/b");

        assertThat(SessionStorage.writeState(folder, STATE, there)).isTrue();

        assertThat(there.resolve("ralph-loop-state.json")).exists();
        assertThat(SessionStorage.readState(folder, there)).isEqualTo(STATE);
        assertThat(SessionStorage.readState(folder, null)).isNull();
    }

    @Test
    void an_iteration_is_counted_with_its_time() {
        SimClock clock = new SimClock();
        assertThat(SessionStorage.incrementIteration(folder, null, clock)).isNull();
        SessionStorage.writeState(folder, STATE, null);

        RalphLoopState next = SessionStorage.incrementIteration(folder, null, clock);

        assertThat(next).isEqualTo(STATE.next(clock.instant())).isEqualTo(SessionStorage.readState(folder, null));
    }

    @Test
    void what_cannot_be_read_or_written_is_null_and_false() throws Exception {
        Files.createDirectories(folder.resolve(".supercoin"));
        Files.writeString(folder.resolve(".supercoin/ralph-loop-state.json"), "{\"active\": tr");
        Files.writeString(folder.resolve("file"), "");

        assertThat(SessionStorage.readState(folder, null)).isNull();
        assertThat(SessionStorage.writeState(folder, STATE, folder.resolve("file")))
                .isFalse();
        Files.createDirectories(folder.resolve("other/ralph-loop-state.json/x"));
        assertThat(SessionStorage.clearState(folder, folder.resolve("other"))).isFalse();
    }

    @Test
    void the_hook_obeys_what_is_cleared_and_changed_by_these_functions() throws Exception {
        SessionFixture fixture = new SessionFixture(folder).start(StartLoopOptions.of(25, "ALL_FIXED"));
        SessionStorage.writeState(folder, limited(fixture.state(SessionFixture.SESSION), 2), null);
        assertThat(fixture.state(SessionFixture.SESSION).maxIterations()).isEqualTo(2);

        SessionStorage.clearState(folder, null);
        assertThat(fixture.hook.isLoopActive(SessionFixture.SESSION)).isFalse();
    }

    private static RalphLoopState limited(RalphLoopState now, int max) {
        return new RalphLoopState(
                true, 1, max, now.completionPromise(), now.startedAt(), now.prompt(), now.sessionId(), null, null);
    }

    @Test
    void a_promise_is_detected_in_text() {
        assertThat(PromiseDetector.detectCompletionPromise("so <promise>\n done </PROMISE>.", "DONE"))
                .isTrue();
        assertThat(PromiseDetector.detectCompletionPromise("<promise>DONE", "DONE"))
                .isFalse();
        assertThat(PromiseDetector.detectCompletionPromise("<promise>axb</promise>", "a.b"))
                .isFalse();
        assertThatThrownBy(() -> PromiseDetector.detectCompletionPromise("", ""))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_promise_is_detected_in_messages_of_the_assistant_only() {
        List<SessionMessage> messages = new ArrayList<>(List.of(
                SessionMessage.user("output <promise>DONE</promise>"),
                SessionMessage.assistant("not yet"),
                SessionMessage.of("tool", "<promise>DONE</promise>")));
        assertThat(PromiseDetector.detectInMessages(messages, "DONE")).isFalse();

        messages.add(1, SessionMessage.assistant("<promise>DONE</promise>"));
        assertThat(PromiseDetector.detectInMessages(messages, "DONE")).isTrue();
    }

    @Test
    void a_promise_is_detected_anywhere_in_a_transcript() throws Exception {
        Path transcript =
                Files.writeString(folder.resolve("transcript.jsonl"), "x".repeat(65_530) + "<promise>DONE</promise>");

        assertThat(PromiseDetector.detectInTranscript(transcript, "DONE")).isTrue();
        assertThat(PromiseDetector.detectInTranscript(transcript, "OTHER")).isFalse();
        assertThat(PromiseDetector.detectInTranscript(folder.resolve("none"), "DONE"))
                .isFalse();
        assertThat(PromiseDetector.detectInTranscript(null, "DONE")).isFalse();
    }

    @Test
    void a_continuation_prompt_is_built_from_any_template() {
        assertThat(ContinuationPrompt.of("{{ITERATION}}/{{MAX}} {{PROMISE}}: {{PROMPT}}", STATE))
                .isEqualTo("1/25 ALL_FIXED: Fix it");
        assertThat(ContinuationPrompt.of(ContinuationPrompt.TEMPLATE, STATE))
                .startsWith("[RALPH LOOP - ITERATION 1/25]")
                .endsWith("Original task:\nFix it");
    }

    @Test
    void hooks_hear_of_events_by_falling_priority() {
        List<String> heard = new ArrayList<>();
        HookRegistry registry = new HookRegistry();
        registry.register(hook("late", 10, heard, null));
        registry.register(hook("recovery", 100, heard, new IllegalStateException("cannot recover")));
        registry.register(hook("late too", 10, heard, null));

        registry.handle(new SessionEvent.Idle("ses_1"));
        registry.handle(new SessionEvent.Deleted("ses_1"));

        assertThat(heard).containsExactly("recovery", "late", "late too");
        assertThatThrownBy(() -> registry.register(hook("late", 1, heard, null)))
                .hasMessage("there is a hook named late already; unregister it first");
        assertThat(registry.unregister("late")).isTrue();
        assertThat(registry.unregister("late")).isFalse();
        assertThat(registry.hooks()).extracting(SessionHook::name).containsExactly("recovery", "late too");
    }

    @Test
    void a_registered_loop_hears_the_events_of_the_document() throws Exception {
        SessionFixture fixture = new SessionFixture(folder).start(StartLoopOptions.NONE);
        HookRegistry registry = new HookRegistry();
        registry.register(fixture.hook);

        fixture.host.says(SessionFixture.SESSION, "not yet");
        registry.handle(new SessionEvent.Idle(SessionFixture.SESSION));
        fixture.timer.pass(Duration.ofSeconds(2));
        assertThat(fixture.iteration()).isEqualTo(2);

        registry.handle(new SessionEvent.Deleted(SessionFixture.SESSION));
        assertThat(fixture.hook.isLoopActive(SessionFixture.SESSION)).isFalse();
    }

    @Test
    void a_recovery_hook_hears_of_an_error_first_and_has_five_seconds_before_the_next_prompt() throws Exception {
        SessionFixture fixture = new SessionFixture(folder).start(StartLoopOptions.NONE);
        List<String> heard = new ArrayList<>();
        HookRegistry registry = new HookRegistry();
        registry.register(fixture.hook);
        registry.register(hook("recovery", 100, heard, null));
        assertThat(registry.hooks()).extracting(SessionHook::name).startsWith("recovery");

        registry.handle(new SessionEvent.Failed(SessionFixture.SESSION, "ProviderError"));
        registry.handle(new SessionEvent.Idle(SessionFixture.SESSION));
        fixture.pass(4_999);

        assertThat(heard).containsExactly("recovery", "recovery");
        assertThat(fixture.host.prompts).isEmpty();
        fixture.pass(1 + 500);
        assertThat(fixture.host.prompts).hasSize(1);
    }

    private static SessionHook hook(String name, int priority, List<String> heard, @Nullable RuntimeException failure) {
        return new SessionHook() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public String description() {
                return "";
            }

            @Override
            public int priority() {
                return priority;
            }

            @Override
            public List<String> events() {
                return List.of(SessionEvent.IDLE, SessionEvent.ERROR);
            }

            @Override
            public void handle(SessionEvent event) {
                heard.add(name);
                if (failure != null) {
                    throw failure;
                }
            }
        };
    }
}
