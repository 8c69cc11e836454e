package dev.ralph.loop;

/// An event that cannot follow the events before it: the journal or the engine is damaged.
public final class IllegalEvent extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public IllegalEvent(Phase phase, Event event) {
        super("a loop that is " + phase.words() + " cannot take the event " + event);
    }

    public IllegalEvent(String why) {
        super(why);
    }
}
