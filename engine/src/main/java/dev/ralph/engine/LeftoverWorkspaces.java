package dev.ralph.engine;

import dev.ralph.environment.Confinement;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.TaskId;
import dev.ralph.store.Journal;
import dev.ralph.store.Leases;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.OwnerProcess;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import dev.ralph.store.StreamType;
import dev.ralph.workspace.AttemptRef;
import dev.ralph.workspace.Conservation;
import dev.ralph.workspace.Workspaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// What commands that were killed left where workspaces lie: the draft of a rewind, the workspace of a fork that no
/// journal knows.
///
/// The sweep promises:
/// 1. Nothing goes whose task somebody holds, and nothing that another state folder's loops may need.
/// 2. The workspace of a loop that the journal knows is never touched; that of a pipeline goes when the pipeline has
///    ended, its flow has no more use for it, and every attempt in it is conserved.
/// 3. Whatever cannot be removed stays for the next time; nobody is kept from working by it.
record LeftoverWorkspaces(EngineOptions options, Journal journal) {
    private static final String FORKING = ".forking";
    private static final List<String> DRAFTS = List.of(".rewind", ".fork", ".gone");

    /// To be called before the first file of a fork's workspace is made.
    ///
    /// @param loop the fork's, which the journal does not know yet
    void announce(String loop, TaskId task) throws IOException {
        Files.createDirectories(options.workspaces());
        Files.writeString(mark(loop), task + "\n" + options.layout().state().toRealPath() + "\n");
    }

    /// The journal knows it now.
    void isKnown(String loop) throws IOException {
        Files.deleteIfExists(mark(loop));
    }

    private Path mark(String loop) {
        return options.workspaces().resolve(loop + FORKING);
    }

    void sweep() throws IOException {
        Confinement.sweep(options.workspaces());
        for (String name : workspaces().names()) {
            if (name.endsWith(FORKING)) {
                fork(name.substring(0, name.length() - FORKING.length()));
            }
            String loop = withoutEnding(name);
            if (!loop.equals(name)) {
                draft(loop);
            } else {
                pipeline(name);
            }
        }
    }

    /// Removing a draft may have been cut short, too: then it has two endings.
    private static String withoutEnding(String name) {
        for (String ending : DRAFTS) {
            if (name.endsWith(ending)) {
                return withoutEnding(name.substring(0, name.length() - ending.length()));
            }
        }
        return name;
    }

    private Workspaces workspaces() {
        return new Workspaces(options.project(), options.workspaces());
    }

    private void fork(String loop) throws IOException {
        List<String> lines = Files.readAllLines(mark(loop));
        boolean ours = lines.size() == 2
                && lines.getLast().equals(options.layout().state().toRealPath().toString());
        if (ours) {
            whileNobodyWorks(lines.getFirst(), () -> {
                if (journal.loop(loop).isEmpty()) {
                    workspaces().remove(loop);
                }
                isKnown(loop);
            });
        }
    }

    private void draft(String loop) throws IOException {
        Optional<StreamSummary> known = journal.stream(loop);
        if (known.isPresent()) {
            whileNobodyWorks(known.get().head().task(), () -> workspaces().removeDrafts(loop));
        }
    }

    private void pipeline(String id) throws IOException {
        StreamSummary known = journal.stream(id).orElse(null);
        if (known != null && known.head().kind() == StreamHead.Kind.PIPELINE && known.ended()) {
            whileNobodyWorks(known.head().task(), () -> {
                if (!isNeeded(known.head()) && isConserved(id)) {
                    workspaces().remove(id);
                }
            });
        }
    }

    private boolean isNeeded(StreamHead pipeline) {
        StreamSummary flow =
                journal.stream(Objects.requireNonNull(pipeline.parent())).orElseThrow();
        return !flow.ended() && journal.state(StreamType.FLOW, flow.head().id()).needs(pipeline.id());
    }

    private boolean isConserved(String pipeline) throws IOException {
        for (LoopSummary stage : journal.loops(StreamQuery.below(pipeline))) {
            AttemptRef last = new AttemptRef(stage.head().id(), Math.max(1, stage.attempts()));
            if (stage.attempts() > 0
                    && Conservation.holding(options.project(), last).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private interface Removal {
        void remove() throws IOException;
    }

    private void whileNobodyWorks(String task, Removal removal) throws IOException {
        OwnerProcess me = OwnerProcess.me(options.clock().instant(), "ralph in " + options.project());
        if (StateFolder.leases(options.layout()).acquire(LoopAssembler.TASK + task, me) instanceof Leases.Lease mine) {
            try (mine) {
                removal.remove();
            }
        }
    }
}
