package dev.ralph.run;

import dev.ralph.workspace.AttemptRef;
import dev.ralph.workspace.Conserved;
import dev.ralph.workspace.InPlaceStates;
import dev.ralph.workspace.Kept;
import dev.ralph.workspace.Rewound;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The project itself.
record InPlacePremises(Path project, InPlaceStates states) implements Premises {
    @Override
    public Path folder() {
        return project;
    }

    @Override
    public @Nullable Path ready() {
        return null;
    }

    @Override
    public @Nullable String fingerprint() throws IOException {
        return states.fingerprint().orElse(null);
    }

    @Override
    public void before(AttemptRef attempt) throws IOException {
        states.before(attempt);
    }

    @Override
    public Optional<Conserved> conserve(AttemptRef attempt) throws IOException {
        return states.after(attempt);
    }

    @Override
    public Optional<String> changed(AttemptRef last) throws IOException {
        return states.changed(last);
    }

    @Override
    public void end(AttemptRef last) throws IOException {
        states.end(last);
    }

    @Override
    public Optional<String> candidate(AttemptRef attempt) throws IOException {
        return states.candidate(attempt);
    }

    @Override
    public Kept keep(AttemptRef attempt, String message, @Nullable String checked) {
        throw new IllegalStateException("work in place is where it belongs already");
    }

    @Override
    public Rewound rewind(Conserved wanted, AttemptRef last, Hands hands) throws IOException {
        return states.rewind(wanted, last);
    }

    @Override
    public void begin(Conserved from, Origin origin, Hands hands) {
        throw new Refused("a fork works in a workspace of its own: give --workspace worktree or overlay");
    }

    @Override
    public void remove() {
        // It is the user's.
    }
}
