package dev.ralph.sim;

import dev.ralph.store.Journal;
import dev.ralph.store.QuestionsContract;
import dev.ralph.store.StreamType;
import org.jspecify.annotations.Nullable;

class SimQuestionsTest extends QuestionsContract {
    private @Nullable SimJournal journal;

    @Override
    protected Journal open(StreamType<?, ?>... more) {
        SimJournal known = journal;
        if (known == null) {
            known = new SimJournal(more);
            journal = known;
        }
        return known;
    }
}
