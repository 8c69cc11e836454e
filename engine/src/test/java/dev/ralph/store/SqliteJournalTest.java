package dev.ralph.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteJournalTest extends JournalContract {
    @TempDir
    Path folder;

    @Override
    protected Journal open(StreamType<?, ?>... more) {
        return SqliteJournal.open(file(), more);
    }

    private Path file() {
        return folder.resolve(".ralph/ralph.db");
    }

    @Test
    void no_question_about_some_streams_reads_all_of_them() throws SQLException {
        try (Journal _ = open()) {
            assertThat(plan(StreamQuery.of("t"))).contains("SEARCH s USING INDEX stream_by_task");
            assertThat(plan(StreamQuery.below("flow"))).contains("SEARCH s USING INDEX stream_by_parent");
            assertThat(plan(StreamQuery.openBelow("flow"))).contains("SEARCH s USING INDEX stream_by_parent");
            assertThat(plan(StreamQuery.below("flow", "t"))).contains("SEARCH s USING INDEX stream_by_task");
            assertThat(plan(StreamQuery.OPEN)).contains("USING INDEX stream_open");
        }
    }

    private String plan(StreamQuery which) throws SQLException {
        try (Connection connection = SqliteFile.connect(file(), SqliteFile.Mode.READ);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("EXPLAIN QUERY PLAN " + SqliteRows.select(which))) {
            return rows.next() ? rows.getString("detail") : "";
        }
    }
}
