package dev.ralph.machine;

/// An event that cannot follow the events before it: the journal or the engine is damaged.
public final class IllegalEvent extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /// @param where the machine stands
    public IllegalEvent(Object where, MachineEvent event) {
        super(where + " cannot take the event " + event);
    }

    public IllegalEvent(String why) {
        super(why);
    }
}
