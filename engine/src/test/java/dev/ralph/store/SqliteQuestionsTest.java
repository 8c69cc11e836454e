package dev.ralph.store;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteQuestionsTest extends QuestionsContract {
    @TempDir
    Path folder;

    @Override
    protected Journal open(StreamType<?, ?>... more) {
        return SqliteJournal.open(folder.resolve("ralph.db"), more);
    }
}
