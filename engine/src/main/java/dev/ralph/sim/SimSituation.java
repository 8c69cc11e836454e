package dev.ralph.sim;

/// What goes on when an engine dies: the disk, the story, time and what really happened.
record SimSituation(SimDisk disk, SimScenario scenario, SimTimeline timeline, CrashPlan crashes) {

    SimClock clock() {
        return timeline.clock();
    }

    /// A person answers.
    void answer(String question) {
        disk.answers.put(question, "the answer to " + question);
        timeline.add(new SimFact.AnswerGiven(clock().elapsed(), question));
    }

    /// Somebody comes by.
    void receive(OutsideEvent visit) {
        switch (visit) {
            case OutsideEvent.Asks asks -> {
                disk.pending.add(asks.request());
                timeline.add(new SimFact.Asked(clock().elapsed(), asks.request()));
            }
            case OutsideEvent.Leaves leaves -> {
                disk.signals.add(leaves.signal());
                timeline.add(new SimFact.Signalled(clock().elapsed(), leaves.signal()));
            }
            case OutsideEvent.Breaks breaks -> disk.pending.add(breaks.trouble());
            case OutsideEvent.SetsClock sets -> {
                clock().jump(sets.by());
                timeline.add(new SimFact.ClockSet(clock().elapsed(), sets.by()));
            }
            case OutsideEvent.MovesBranch moves -> {
                disk.branch++;
                disk.right &= moves.right();
                timeline.add(new SimFact.Moved(clock().elapsed()));
            }
            case OutsideEvent.StartsChild child ->
                disk.children.add(clock().elapsed().plus(child.running()));
        }
    }
}
