package dev.ralph.machine;

/// An event that cannot follow the events before it: the journal or the engine is damaged.
public final class IllegalEvent extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final transient Object where;
    private final transient Object event;

    /// @param where the machine stands; put into words when they are read, for simulations try every event everywhere
    public IllegalEvent(Object where, MachineEvent event) {
        this.where = where;
        this.event = event;
    }

    public IllegalEvent(String why) {
        super(why);
        this.where = "";
        this.event = "";
    }

    @Override
    public String getMessage() {
        String why = super.getMessage();
        return why != null ? why : where + " cannot take the event " + event;
    }
}
