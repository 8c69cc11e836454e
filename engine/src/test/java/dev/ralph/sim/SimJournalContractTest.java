package dev.ralph.sim;

import dev.ralph.store.Journal;
import dev.ralph.store.JournalContract;

class SimJournalContractTest extends JournalContract {
    private final SimJournal journal = new SimJournal();

    @Override
    protected Journal open() {
        return journal;
    }
}
