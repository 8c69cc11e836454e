package dev.ralph.session;

import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// The hooks of a program, told of every event by falling priority, so that one that recovers sessions comes before
/// [RalphLoopHook].
///
/// For any number of threads.
public final class HookRegistry {
    private static final System.Logger LOG = System.getLogger(HookRegistry.class.getName());

    private final CopyOnWriteArrayList<SessionHook> hooks = new CopyOnWriteArrayList<>();

    /// Of equal priorities the one that was registered first comes first.
    ///
    /// @throws IllegalArgumentException when there is one of that name
    public synchronized void register(SessionHook hook) {
        if (hooks.stream().anyMatch(known -> known.name().equals(hook.name()))) {
            throw new IllegalArgumentException(
                    "there is a hook named " + hook.name() + " already; unregister it first");
        }
        hooks.add(hook);
        hooks.sort(Comparator.comparingInt(SessionHook::priority).reversed());
    }

    /// False when there is none of that name.
    public synchronized boolean unregister(String name) {
        return hooks.removeIf(hook -> hook.name().equals(name));
    }

    /// In the order in which they hear of events.
    public List<SessionHook> hooks() {
        return List.copyOf(hooks);
    }

    /// A hook that fails keeps no other from hearing of it.
    public void handle(SessionEvent event) {
        for (SessionHook hook : hooks) {
            if (hook.events().contains(event.name())) {
                try {
                    hook.handle(event);
                } catch (RuntimeException failed) {
                    LOG.log(Level.ERROR, "hook " + hook.name() + " failed at " + event.name(), failed);
                }
            }
        }
    }
}
