package dev.ralph;

import dev.ralph.agent.AgentEvent;
import dev.ralph.agent.ResetTimes;
import dev.ralph.agent.StreamFormat;
import dev.ralph.agent.StreamReader;
import dev.ralph.backlog.Action;
import dev.ralph.backlog.Iteration;
import dev.ralph.backlog.Iterations;
import dev.ralph.config.Profile;
import dev.ralph.git.Repository;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.StateLayout;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The iterations of a task, put together from the journal, the conserved states and what agents printed.
///
/// @param states of the task in the list
record TaskIterations(StateLayout layout, Path project, TaskStates states) {
    private static final int MOST_ACTIONS = 1000;
    private static final long LONGEST_OUTPUT = 64L << 20;

    /// @param loops the one that began first first
    List<Iteration> of(JournalView journal, List<LoopSummary> loops) throws IOException {
        List<Iteration> all = new ArrayList<>();
        Optional<Repository> repository = Repository.at(project);
        for (LoopSummary loop : loops) {
            LoopPaths paths = new LoopPaths(layout, project, loop.head());
            Iterations iterations =
                    new Iterations(Profile.of(loop.head().profile()).wording());
            LoopState now = null;
            String before = null;
            String left = null;
            String run = "";
            Map<String, @Nullable Object> state = Map.of();
            for (JournalEntry<Event> entry : journal.entries(loop.head().id())) {
                Event event = entry.event();
                now = now == null ? LoopState.begin((Event.LoopStarted) event) : now.after(event);
                if (event instanceof Event.AttemptStarted started) {
                    run = started.run();
                    state = states.at(entry.at());
                    before = left == null ? now.policy().proof().baseline() : left;
                } else if (event instanceof Event.AttemptEnded ended
                        && ended.report().effect().commit() != null) {
                    left = ended.report().effect().commit();
                }
                Optional<Iterations.Ended> over = iterations.after(event, now, entry.at());
                if (over.isPresent()) {
                    String stream = now.policy().agents().get(now.chain().at()).stream();
                    all.add(new Iteration(
                            all.size() + 1,
                            state,
                            before,
                            actions(loop.head().task(), paths.task().run(run).stdout(), stream),
                            over.get().result(),
                            changes(
                                    repository,
                                    before,
                                    left,
                                    now.policy().confinement().ours())));
                } else if (event instanceof Event.WorkDiscarded) {
                    left = before;
                }
            }
        }
        return all;
    }

    private static List<Action> actions(String task, Path output, String stream) throws IOException {
        StreamFormat format = StreamFormat.of(stream).orElse(StreamFormat.TEXT);
        List<Action> actions = new ArrayList<>();
        if (format == StreamFormat.TEXT || !Files.isRegularFile(output, LinkOption.NOFOLLOW_LINKS)) {
            return actions;
        }
        StreamReader reader = format.reader(ResetTimes.UNKNOWN);
        Consumer<AgentEvent> listener = event -> {
            if (event instanceof AgentEvent.ToolCall call && actions.size() < MOST_ACTIONS) {
                actions.add(Action.of(task, call.name(), call.detail()));
            }
        };
        byte[] bytes = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(output, LinkOption.NOFOLLOW_LINKS)) {
            long read = 0;
            for (int count = in.read(bytes); count > 0 && read < LONGEST_OUTPUT; count = in.read(bytes)) {
                read += count;
                reader.read(bytes, 0, count, listener);
            }
        }
        reader.end(listener);
        return actions;
    }

    private static List<Iteration.FileChange> changes(
            Optional<Repository> repository, @Nullable String before, @Nullable String after, List<String> ours)
            throws IOException {
        if (repository.isEmpty() || before == null || after == null) {
            return List.of();
        }
        return repository.get().comparison().names(before, after).stream()
                .filter(one -> !ours.contains(one.name().toString()))
                .map(one -> new Iteration.FileChange(
                        one.name().toString(),
                        switch (one.letter()) {
                            case 'A' -> "added";
                            case 'D' -> "deleted";
                            default -> "modified";
                        }))
                .toList();
    }
}
