package dev.ralph.session;

import static dev.ralph.session.SessionFixture.SESSION;
import static dev.ralph.session.SessionFixture.TASK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.session.SessionEvent.Idle;
import dev.ralph.session.SessionMessage.Role;
import dev.ralph.session.SessionNotice.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What went wrong with the agent's word in the programs that this loop comes from: bugs 1 to 4 and 11 to 13, each once
/// reported by their users, each now a promise.
class ThirteenBugsOfBeliefTest extends WithSessionFixture {
    private static final String PROMISE = "<promise>DONE</promise>";

    @Test
    void bug_01_the_promise_is_found_in_the_wrong_place() throws Exception {
        host.says(SESSION, PROMISE + " from an earlier loop");
        fixture.start();
        host.says(SESSION, SessionMessage.user("when you are done, say " + PROMISE));
        host.says(SESSION, new SessionMessage(Role.OTHER, "tool output: " + PROMISE, null, SessionMessage.UNKNOWN));
        host.says(SESSION, SessionMessage.of("tool", PROMISE));
        host.says(SESSION, SessionMessage.of(null, PROMISE));
        fixture.turn("I will say it when I am done");
        // The continuation prompt itself contains the tag and is now a message too.
        fixture.turn("still working");

        assertThat(host.prompts).hasSize(2);
        assertThat(fixture.iteration()).isEqualTo(3);
    }

    @Test
    void bug_01_a_second_loop_in_the_same_session_is_not_ended_by_the_promise_of_the_first() throws Exception {
        fixture.start();
        fixture.turn(PROMISE);
        assertThat(fixture.hook.getState(SESSION)).isNull();

        fixture.start();
        fixture.turn("beginning again");
        assertThat(fixture.iteration()).isEqualTo(2);
        fixture.turn(PROMISE);
        assertThat(fixture.hook.getState(SESSION)).isNull();
    }

    @Test
    void bug_01_messages_from_before_the_start_do_not_count_by_their_time_either() throws Exception {
        host.messagesFail = new IllegalStateException("not yet");
        fixture.hook.startLoop(SESSION, TASK);
        host.messagesFail = null;
        host.says(
                SESSION,
                SessionMessage.assistant(PROMISE).at(fixture.clock.instant().minusSeconds(60)));
        host.says(SESSION, SessionMessage.user("go on").at(fixture.clock.instant()));
        host.says(SESSION, SessionMessage.assistant("working").at(fixture.clock.instant()));
        fixture.idle();
        fixture.pass(2_000);
        assertThat(host.prompts).hasSize(1);

        host.says(SESSION, SessionMessage.assistant(PROMISE).at(fixture.clock.instant()));
        fixture.idle();
        assertThat(fixture.hook.getState(SESSION)).isNull();
    }

    @Test
    void bug_02_the_promise_is_not_found_although_it_was_given() throws Exception {
        fixture.start();
        host.says(SESSION, "the live message lacks the last words");
        host.transcripts.put(
                SESSION,
                List.of(SessionMessage.assistant("all is well " + PROMISE).at(fixture.clock.instant())));
        fixture.idle();

        assertThat(host.titles()).contains("Ralph Loop Complete!");
    }

    @Test
    void bug_02_the_transcript_of_before_the_loop_does_not_count() throws Exception {
        host.transcripts.put(
                SESSION,
                List.of(
                        SessionMessage.assistant(PROMISE)
                                .at(fixture.clock.instant().minusMillis(1)),
                        SessionMessage.assistant(PROMISE),
                        SessionMessage.user(PROMISE).at(fixture.clock.instant())));
        fixture.start();
        fixture.turn("working");

        assertThat(host.prompts).hasSize(1);
    }

    @Test
    void bug_02_messages_that_the_program_has_dropped_hide_no_promise() throws Exception {
        for (int i = 0; i < 50; i++) {
            host.says(SESSION, "old");
        }
        fixture.start();
        host.messages(SESSION).clear();
        host.says(SESSION, SessionMessage.user("a summary of all that was said"));
        host.says(SESSION, PROMISE);
        fixture.idle();

        assertThat(fixture.hook.getState(SESSION)).isNull();
    }

    @Test
    void bug_03_an_agent_that_promises_first_thing_without_doing_anything_is_believed() throws Exception {
        fixture.start();
        host.says(SESSION, SessionMessage.assistant(PROMISE).actions(0));
        fixture.idle();
        fixture.pass(2_000);
        assertThat(host.prompts.getLast()).contains("You claimed to be done but did nothing. Do the work first.");

        // The old claim does not count once there is work: it has to be given anew.
        host.says(SESSION, SessionMessage.assistant("now I work").actions(3));
        fixture.idle();
        fixture.pass(2_000);
        assertThat(fixture.iteration()).isEqualTo(3);
        host.says(SESSION, SessionMessage.assistant(PROMISE).actions(0));
        fixture.idle();
        assertThat(fixture.hook.getState(SESSION)).isNull();
    }

    @Test
    void bug_03_an_agent_whose_actions_nobody_knows_is_believed() throws Exception {
        fixture.start();
        fixture.turn(PROMISE);

        assertThat(host.titles()).contains("Ralph Loop Complete!");
    }

    @Test
    void bug_03_work_need_not_be_required() throws Exception {
        fixture.configured(RalphLoopConfig.DEFAULT.withoutRequiredWork()).start();
        host.says(SESSION, SessionMessage.assistant(PROMISE).actions(0));
        fixture.idle();

        assertThat(host.titles()).contains("Ralph Loop Complete!");
    }

    @Test
    void bug_04_natural_language_is_taken_for_completion() throws Exception {
        fixture.start();
        fixture.turn("All tasks are complete. Everything is done, DONE, finished; the promise is fulfilled.");

        assertThat(fixture.iteration()).isEqualTo(2);
    }

    @Test
    void bug_11_an_agent_that_answers_with_nothing_is_prompted_for_ever() throws Exception {
        fixture.start();
        fixture.turn("working");
        host.says(SESSION, SessionMessage.assistant(" \n").actions(0));
        fixture.idle();
        fixture.pass(60_000);

        assertThat(fixture.hook.getState(SESSION)).isNull();
        assertThat(host.notices.getLast())
                .isEqualTo(SessionNotice.stopped(
                        "The agent answered with nothing: no word and no action", Variant.WARNING));
        assertThat(host.prompts).hasSize(1);
    }

    @Test
    void bug_11_a_turn_of_actions_without_words_is_no_empty_one() throws Exception {
        fixture.start();
        host.says(SESSION, SessionMessage.assistant("").actions(2));
        fixture.idle();
        fixture.pass(2_000);
        assertThat(host.prompts).hasSize(1);
    }

    @Test
    void bug_12_lines_of_dashes_dollar_signs_and_placeholders_change_the_task() throws Exception {
        String task = "---\nKeep $& and $1 and $$.\n---\n{{PROMISE}} {{PROMPT}} {{ITERATION}} {{MAX}} \\n";
        fixture.hook.startLoop(SESSION, task, StartLoopOptions.of(7, "$& {{PROMPT}} {{ITERATION}}"));
        fixture.turn("working");
        assertThat(host.prompts.getFirst())
                .startsWith(SESSION + ": [RALPH LOOP - ITERATION 2/7]")
                .contains("output: <promise>$& {{PROMPT}} {{ITERATION}}</promise>\n")
                .endsWith("\nOriginal task:\n" + task);
        assertThat(fixture.elsewhere(SESSION).prompt()).isEqualTo(task);
    }

    @Test
    void bug_12_a_promise_counts_without_its_tag_or_not_with_yaml_quotes() throws Exception {
        fixture.start();
        fixture.turn("DONE");
        assertThat(fixture.iteration()).isEqualTo(2);

        Path relative = folder.resolve(".omo").resolve("ralph-loop.local.md");
        Files.createDirectories(relative.getParent());
        Files.writeString(relative, """
                ---
                active: true
                iteration: 3
                max_iterations: 50
                completion_promise: "ALL: FIXED"
                started_at: "2030-01-01T00:00:00.000Z"
                session_id: 'ses_9'
                ---
                First line

                ---
                Last line
                """);
        assertThat(fixture.state("ses_9").completionPromise()).isEqualTo("ALL: FIXED");
        assertThat(fixture.state("ses_9").prompt()).isEqualTo("First line\n\n---\nLast line");
        host.says("ses_9", "<promise>ALL: FIXED</promise>");
        fixture.hook.handle(new Idle("ses_9"));
        assertThat(fixture.hook.getState("ses_9")).isNull();
    }

    @Test
    void bug_13_the_verifier_is_not_told_what_was_promised_and_its_refusals_are_endless() throws Exception {
        fixture.start(StartLoopOptions.of(4, "DONE"));
        for (int i = 0; i < 10; i++) {
            host.objections.add("the tests fail");
        }
        for (int i = 0; i < 10; i++) {
            fixture.turn(PROMISE);
        }

        assertThat(host.prompts).hasSize(3).allMatch(prompt -> prompt.endsWith("not accepted: the tests fail"));
        assertThat(host.checks)
                .as("once for each claim, not again after the delay")
                .isEqualTo(4);
        assertThat(host.notices.getLast().message()).isEqualTo("Max iterations (4) reached without completion");
    }

    @Test
    void bug_13_a_verifier_that_is_content_completes_the_loop_and_knows_the_task_and_the_promise() throws Exception {
        RalphLoopState[] told = new RalphLoopState[1];
        Conversations curious = new Conversations() {
            @Override
            public Optional<String> objection(RalphLoopState claimed) {
                told[0] = claimed;
                return Optional.empty();
            }
        };
        RalphLoopHook hook = new RalphLoopHook(folder, RalphLoopConfig.DEFAULT, curious, fixture.clock, fixture.timer);
        hook.startLoop(SESSION, TASK, StartLoopOptions.of(5, "VERIFY_ME"));
        curious.says(SESSION, "<promise>verify_me</promise>");
        hook.handle(new Idle(SESSION));

        assertThat(curious.titles()).contains("Ralph Loop Complete!");
        assertThat(told[0].prompt()).isEqualTo(TASK);
        assertThat(told[0].completionPromise()).isEqualTo("VERIFY_ME");
        assertThat(told[0].iteration()).isEqualTo(1);
    }
}
