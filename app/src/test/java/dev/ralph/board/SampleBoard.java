package dev.ralph.board;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Boards for tests.
final class SampleBoard {
    static final Instant NOON = Instant.parse("2026-01-15T12:00:00Z");

    private SampleBoard() {}

    /// The one of specification 003, and a task in every other state.
    static BoardModel shop() {
        return new BoardModel(
                "shop",
                List.of(
                        card(
                                "TASK-001",
                                "Implement authentication",
                                Lane.IMPLEMENTING,
                                Card.Mark.WORKING,
                                "coder",
                                3,
                                15),
                        card(
                                "TASK-002",
                                "Sort the list of 日本語 names",
                                Lane.TESTING,
                                Card.Mark.WORKING,
                                "tester",
                                7,
                                10),
                        card("TASK-003", "Write the documentation", Lane.TODO, Card.Mark.READY, null, 0, 0),
                        card("TASK-004", "Rename the flag", Lane.DONE, Card.Mark.DONE, "qa", 1, 5),
                        card("TASK-005", "Move to the new server", Lane.TODO, Card.Mark.BLOCKED, null, 0, 0),
                        waits("TASK-006", "Deploy", "after TASK-005"),
                        asks("TASK-007", "Choose a database", "PostgreSQL or SQLite?"),
                        card("TASK-008", "Fix the flaky test", Lane.TODO, Card.Mark.FAILED, "coder", 15, 15)),
                List.of(
                        new Slot(1, "TASK-001", "coder", 3, 15, NOON.minusSeconds(323), "Edit src/auth.py"),
                        new Slot(
                                2,
                                "TASK-002",
                                "tester",
                                7,
                                10,
                                NOON.minusSeconds(724),
                                "\u001b[31mpytest -q\u001b[0m")),
                6);
    }

    /// A single lane of many.
    static BoardModel many(int tasks) {
        List<Card> cards = new ArrayList<>();
        for (int i = 1; i <= tasks; i++) {
            cards.add(card("TASK-%03d".formatted(i), "Task number " + i, Lane.TODO, Card.Mark.READY, null, 0, 0));
        }
        return new BoardModel("many", cards, List.of(), 0);
    }

    static Card card(
            String task, String title, Lane lane, Card.Mark mark, @Nullable String role, int iteration, int most) {
        return new Card(task, title, lane, mark, role, iteration, most, "", 0, true, null, NOON);
    }

    private static Card waits(String task, String title, String words) {
        return new Card(task, title, Lane.TODO, Card.Mark.WAITS, null, 0, 0, words, 5, true, null, NOON);
    }

    static Card asks(String task, String title, String question) {
        return new Card(
                task,
                title,
                Lane.REVIEWING,
                Card.Mark.ASKS,
                "reviewer",
                2,
                5,
                "waits for an answer",
                0,
                true,
                new Card.Question("q-1", question),
                NOON);
    }
}
