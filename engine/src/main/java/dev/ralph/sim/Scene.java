package dev.ralph.sim;

/// What goes on when an engine dies: the disk, the story, time and what really happened.
record Scene(SimDisk disk, Story story, Timeline timeline, Crashes crashes) {

    SimClock clock() {
        return timeline.clock();
    }

    /// Somebody comes by.
    void receive(Visit visit) {
        switch (visit) {
            case Visit.Asks asks -> {
                disk.pending.add(asks.request());
                timeline.add(new Happening.Asked(clock().elapsed(), asks.request()));
            }
            case Visit.Leaves leaves -> {
                disk.signals.add(leaves.signal());
                timeline.add(new Happening.Signalled(clock().elapsed(), leaves.signal()));
            }
            case Visit.Breaks breaks -> disk.pending.add(breaks.trouble());
            case Visit.SetsClock sets -> {
                clock().jump(sets.by());
                timeline.add(new Happening.ClockSet(clock().elapsed(), sets.by()));
            }
            case Visit.MovesBranch moves -> {
                disk.branch++;
                disk.right &= moves.right();
                timeline.add(new Happening.Moved(clock().elapsed()));
            }
            case Visit.StartsChild child -> disk.children.add(clock().elapsed().plus(child.running()));
        }
    }
}
