package dev.ralph.sim;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One thing that is promised, watched in one history.
abstract class Promise {
    private final String words;
    private @Nullable String broken;

    /// @param words what is promised, in one sentence
    Promise(String words) {
        this.words = words;
    }

    final void breaks(String how) {
        if (broken == null) {
            broken = how;
        }
    }

    final boolean isBroken() {
        return broken != null;
    }

    final String name() {
        return getClass().getSimpleName();
    }

    /// Those that are broken, at the end of their history.
    static List<PromiseChecks.Broken> broken(List<? extends Promise> promises) {
        List<PromiseChecks.Broken> broken = new ArrayList<>();
        for (Promise promise : promises) {
            if (promise.broken != null) {
                broken.add(new PromiseChecks.Broken(promise.name(), promise.words, promise.broken));
            }
        }
        return List.copyOf(broken);
    }
}
