package dev.ralph.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaTest {
    private static final Schema.Change FIRST = new Schema.Change("001-journal.sql");
    private static final Schema.Change SECOND = new Schema.Change("002-for-tests.sql");
    private static final Schema.Change BROKEN = new Schema.Change("003-broken.sql");
    private static final Schema TWO = new Schema(List.of(FIRST, SECOND));

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("ralph.db");
    }

    @BeforeEach
    void write() {
        try (Journal journal = SqliteJournal.open(file())) {
            journal.begin(JournalSamples.head("l1"));
            journal.append("l1", JournalSamples.completed());
        }
    }

    private void migrate(Schema schema) throws SQLException {
        try (Connection connection = SqliteFile.connect(file(), SqliteFile.Mode.WRITE)) {
            schema.migrate(file(), connection);
        }
    }

    private int number(String query) throws SQLException {
        try (Connection connection = SqliteFile.connect(file(), SqliteFile.Mode.READ)) {
            return SqliteFile.number(connection, query);
        }
    }

    @Test
    void a_released_change_is_never_edited() {
        assertThat(Schema.CURRENT.changes()).extracting(Schema.Change::name).containsExactly("001-journal.sql");
        assertThat(FIRST.sha256()).isEqualTo("d49c7d88a20c4763997d62b7172200d81f11f3a3aad107a35312cc3f8edecab9");
    }

    @Test
    void an_older_database_is_brought_up_to_date_with_its_rows() throws Exception {
        migrate(TWO);
        assertThat(number("PRAGMA user_version")).isEqualTo(2);
        assertThat(number("SELECT count(*) FROM stream WHERE note = 'none'")).isEqualTo(1);
        assertThat(number("SELECT count(*) FROM event"))
                .isEqualTo(JournalSamples.completed().size());
        assertThat(number("SELECT count(*) FROM schema_change")).isEqualTo(2);
        migrate(TWO);
        assertThat(number("SELECT count(*) FROM schema_change")).isEqualTo(2);
    }

    @Test
    void a_change_that_fails_leaves_the_database_as_it_was() throws Exception {
        assertThatThrownBy(() -> migrate(new Schema(List.of(FIRST, SECOND, BROKEN))))
                .isInstanceOf(SQLException.class);
        assertThat(number("PRAGMA user_version")).isEqualTo(1);
        assertThat(number("SELECT count(*) FROM sqlite_schema WHERE name IN ('for_tests', 'half_made')"))
                .isZero();
    }

    @Test
    void a_database_made_by_other_changes_is_refused() throws Exception {
        migrate(new Schema(List.of(FIRST, SECOND)));
        assertThatThrownBy(() -> migrate(new Schema(List.of(FIRST, BROKEN, SECOND))))
                .isInstanceOf(JournalNewer.class)
                .hasMessageContaining("schema change 2 (002-for-tests.sql)")
                .hasMessageContaining(file().toString());
    }

    @Test
    void a_newer_database_is_refused_under_the_lock_too() throws Exception {
        migrate(TWO);
        assertThatThrownBy(() -> migrate(Schema.CURRENT))
                .isInstanceOf(JournalNewer.class)
                .hasMessageContaining("version 2")
                .hasMessageContaining("versions up to 1");
    }

    /// Waits for a byte, then migrates.
    static final class Migrator {
        public static void main(String[] arguments) throws Exception {
            Path file = Path.of(arguments[0]);
            System.out.println("ready");
            System.in.read();
            try (Connection connection = SqliteFile.connect(file, SqliteFile.Mode.WRITE)) {
                TWO.migrate(file, connection);
            }
            System.out.println("done");
        }
    }

    @Test
    void processes_that_migrate_together_apply_each_change_once() throws Exception {
        try (StoreProcess a = StoreProcess.java(Migrator.class, file());
                StoreProcess b = StoreProcess.java(Migrator.class, file());
                StoreProcess c = StoreProcess.java(Migrator.class, file())) {
            StoreProcess.goTogether(List.of(a, b, c));
            for (StoreProcess child : List.of(a, b, c)) {
                assertThat(child.line()).isEqualTo("done");
            }
        }
        assertThat(number("SELECT count(*) FROM schema_change")).isEqualTo(2);
        assertThat(number("PRAGMA user_version")).isEqualTo(2);
    }
}
