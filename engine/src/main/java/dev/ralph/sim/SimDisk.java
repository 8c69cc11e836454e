package dev.ralph.sim;

import dev.ralph.budget.Grant;
import dev.ralph.loop.Event;
import dev.ralph.loop.Signal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What survives an engine: files, requests, commits, and processes that go on by themselves.
final class SimDisk {
    /// Signals that lie in the task folder.
    final Set<Signal> signals = EnumSet.noneOf(Signal.class);
    /// Names a refused DONE was kept as.
    final Set<String> refused = new HashSet<>();
    /// Commits by the attempt in their trailer.
    final Map<Integer, String> commits = new TreeMap<>();
    /// Requests and troubles that no journal has yet.
    final ArrayDeque<Event> pending = new ArrayDeque<>();
    /// What people answered, by question.
    final Map<String, String> answers;
    /// When each child ends, as elapsed time.
    final List<Duration> children = new ArrayList<>();
    /// Whether checks pass on the files as they are.
    boolean right = true;
    /// How often somebody else committed to the branch.
    int branch;
    /// How often when the checks looked last.
    int looked;
    /// How often when those checks looked whose verdict the journal has.
    int verified;
    private int questions;
    /// Which attempt changed the project last.
    int tree;

    /// What each attempt began with.
    final Map<Integer, Files> before = new TreeMap<>();

    /// @param tree which attempt changed them last
    record Files(int tree, boolean right) {}

    @Nullable
    SimAgent agent;

    private final String loop;

    /// What the loop may use altogether, as somebody else's journal says.
    final Supplier<@Nullable Grant> granted;

    SimDisk(String loop, Map<String, String> answers, Supplier<@Nullable Grant> granted) {
        this.loop = loop;
        this.answers = answers;
        this.granted = granted;
    }

    /// The id of a question that nobody asked before.
    String newQuestion() {
        return loop + " question " + ++questions;
    }

    /// The signal that lies there, the most telling one first.
    @Nullable
    Signal signal() {
        return signals.isEmpty() ? null : signals.iterator().next();
    }

    /// A name for a refused DONE that is not taken.
    String freeName(int attempt) {
        String name = "DONE.rejected-" + attempt;
        for (int n = 2; refused.contains(name); n++) {
            name = "DONE.rejected-" + attempt + "." + n;
        }
        return name;
    }
}
