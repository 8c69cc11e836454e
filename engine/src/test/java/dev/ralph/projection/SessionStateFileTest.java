package dev.ralph.projection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.loop.ConversationPolicy;
import dev.ralph.loop.ConversationPolicy.SessionRules;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.Reason;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.StateLayout;
import dev.ralph.signal.PromiseRule;
import dev.ralph.store.JournalEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What people do to the state file of a loop, also while nobody runs it.
class SessionStateFileTest {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final PromiseRule PROMISE = PromiseRule.session("DONE");
    private static final Policy POLICY = Policy.of(AgentCommand.program("agent"))
            .with(new ConversationPolicy(ConversationPolicy.Session.RESUME, PROMISE, true)
                    .with(new SessionRules(Duration.ZERO, null, null)));

    @TempDir
    Path project;

    private final List<String> complaints = new ArrayList<>();
    private LoopPaths paths;

    @BeforeEach
    void begin() throws Exception {
        paths = paths("loop-1", "one");
        SessionStateFile first = file();
        first.follow(started(START));
        first.show(LoopState.begin(new Event.LoopStarted(POLICY)));
        assertThat(shown()).exists();
    }

    @Test
    void nothing_was_changed_where_nobody_changed_anything() throws Exception {
        assertThat(file().edited(POLICY)).isEmpty();
        Policy more = POLICY.with(POLICY.limits().withAttempts(7));
        assertThat(file().edited(more))
                .as("somebody resumed it with another limit")
                .isEmpty();

        shown(more);

        assertThat(shown()).content().contains("\"maxIterations\": 7,");
    }

    @Test
    void a_limit_that_was_changed_while_nobody_ran_the_loop_counts_once() throws Exception {
        edit("\"maxIterations\": 100", "\"maxIterations\": 5");

        shown(POLICY);

        assertThat(shown()).as("not overwritten").content().contains("\"maxIterations\": 5,");
        Event changed = file().edited(POLICY).orElseThrow();
        assertThat(changed).isEqualTo(new Event.TermsChanged(5, PROMISE, shown().toString()));
        Policy now = ((Event.TermsChanged) changed).in(POLICY);
        assertThat(file().edited(now)).isEmpty();
        shown(now);
        assertThat(file().edited(now)).isEmpty();
    }

    @Test
    void a_file_that_was_deleted_while_nobody_ran_the_loop_is_not_made_again() throws Exception {
        Files.delete(shown());

        shown(POLICY);

        assertThat(shown()).doesNotExist();
        assertThat(file().edited(POLICY))
                .contains(new Event.StopRequested(Event.StopKind.CANCEL, "the deletion of " + shown()));
    }

    @Test
    void what_belongs_to_the_journal_is_put_back() throws Exception {
        edit("\"iteration\": 1", "\"iteration\": 9");

        assertThat(file().edited(POLICY)).isEmpty();
        shown(POLICY);

        assertThat(shown()).content().contains("\"iteration\": 1,");
    }

    @Test
    void a_loop_that_has_ended_leaves_nothing_behind_and_may_go_on() throws Exception {
        SessionStateFile last = file();
        last.follow(started(START));
        LoopState state = LoopState.begin(new Event.LoopStarted(POLICY))
                .after(new Event.StopRequested(Event.StopKind.STOP, "me"))
                .after(new Event.LoopEnded(new Reason.StoppedBy(Event.StopKind.STOP, "me")));
        last.show(state);

        assertThat(shown()).doesNotExist();
        assertThat(file().edited(POLICY)).as("that was no deletion").isEmpty();
        last.show(state.after(new Event.LoopResumed(POLICY, "me", false)));
        assertThat(shown()).exists();
    }

    @Test
    void a_loop_that_nobody_runs_gives_way_to_another() throws Exception {
        paths = paths("loop-2", "two");
        SessionStateFile other = file();
        other.follow(started(START.plusSeconds(1)));
        other.show(LoopState.begin(new Event.LoopStarted(POLICY)));

        assertThat(shown()).content().contains("\"sessionId\": \"loop-2\"");
        assertThat(complaints).isEmpty();

        paths = paths("loop-1", "one");
        assertThat(file().edited(POLICY))
                .as("the other's file is no change of its own")
                .isEmpty();
    }

    private LoopPaths paths(String loop, String task) throws Exception {
        LoopPaths made = new LoopPaths(
                StateLayout.inProject(project),
                project,
                new StreamHead(loop, StreamHead.Kind.LOOP, null, "project", task, null, "session"));
        Files.createDirectories(made.task().path());
        Files.createDirectories(made.layout().loop(loop));
        Files.writeString(made.task().taskFile(), "Fix it");
        return made;
    }

    /// Another process: it knows only what is on disk.
    private SessionStateFile file() {
        return new SessionStateFile(paths, complaints::add);
    }

    private void shown(Policy policy) {
        SessionStateFile next = file();
        next.follow(started(START));
        next.show(LoopState.begin(new Event.LoopStarted(policy)));
    }

    private static JournalEntry<Event> started(Instant at) {
        return new JournalEntry<>(1, at, new Event.LoopStarted(POLICY));
    }

    private Path shown() {
        return project.resolve(".supercoin/ralph-loop-state.json");
    }

    private void edit(String from, String to) throws Exception {
        Files.writeString(shown(), Files.readString(shown()).replace(from, to));
    }
}
