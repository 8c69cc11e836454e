package dev.ralph.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whole screens, as files of text. Who means to change one runs this with `-Dralph.regenerate=true` and looks at the
/// difference.
class BoardScreenTest {
    private static final Path SCREENS =
            Path.of(System.getProperty("ralph.repository", "..")).resolve("app/src/test/resources/board");
    private static final BoardStyle ASCII = new BoardStyle(false, false);
    private static final BoardDetail DETAIL = new BoardDetail(
            "TASK-001",
            List.of(
                    new BoardDetail.Section("Criteria", List.of("promise IMPLEMENTATION_COMPLETE", "check make test")),
                    new BoardDetail.Section(
                            "Verdicts",
                            List.of(
                                    "coder, attempt 2: refused: check `make test` failed (exit 2)",
                                    "reviewer rejected: the password is logged in plain text in src/auth.py, line 12,"
                                            + " which anybody who reads the log can see")),
                    new BoardDetail.Section("Last output", List.of("\u001b]0;title\u0007ls", "a\tb")),
                    new BoardDetail.Section("Cost", List.of("in all: $0.41, 12,345 tokens"))));

    @Test
    void at_80_by_24_all_lanes_are_shown() throws IOException {
        compare("board-80x24", 80, 24, BoardStyle.PLAIN, chosen("TASK-001"), null);
    }

    @Test
    void at_120_by_40_cards_and_agents_are_boxes() throws IOException {
        compare("board-120x40", 120, 40, BoardStyle.PLAIN, chosen("TASK-001"), null);
    }

    @Test
    void at_160_columns_cards_are_as_the_specification_draws_them() throws IOException {
        compare("board-160x45", 160, 45, BoardStyle.PLAIN, chosen("TASK-007"), null);
    }

    @Test
    void without_utf_8_everything_is_ascii() throws IOException {
        String screen = compare("board-ascii-80x24", 80, 24, ASCII, chosen("TASK-002"), null);

        assertThat(screen).matches(text -> text.chars().allMatch(c -> c == '\n' || (c >= ' ' && c <= '~')));
    }

    @Test
    void a_narrow_terminal_shows_the_lanes_around_the_chosen_one() throws IOException {
        compare("board-50x20", 50, 20, BoardStyle.PLAIN, chosen("TASK-002"), null);
    }

    @Test
    void the_page_of_a_task_wraps_and_is_harmless() throws IOException {
        BoardView view = chosen("TASK-001").on(BoardView.Page.DETAIL);

        String screen = compare("detail-80x24", 80, 24, BoardStyle.PLAIN, view, DETAIL);

        assertThat(screen).doesNotContain("\u001b", "\u0007", "\t");
    }

    @Test
    void the_page_of_a_task_scrolls_to_its_end_and_no_further() {
        BoardView view = chosen("TASK-001").on(BoardView.Page.DETAIL).scrolled(1000);

        String screen = text(80, 12, BoardStyle.PLAIN, view, DETAIL);

        assertThat(screen).contains("in all: $0.41").doesNotContain("IMPLEMENTATION_COMPLETE");
    }

    @Test
    void the_help_shows_every_key() throws IOException {
        compare("help-80x24", 80, 24, BoardStyle.PLAIN, chosen("TASK-001").on(BoardView.Page.HELP), null);
    }

    @ParameterizedTest
    @CsvSource({"39,24", "80,9", "1,1", "20,3", "0,0"})
    void a_terminal_that_is_too_small_gets_a_sentence(int columns, int rows) {
        String screen = text(columns, rows, BoardStyle.PLAIN, chosen("TASK-001"), null);

        assertThat(screen.replace("\n", "")).startsWith("The board needs".substring(0, Math.clamp(columns, 1, 15)));
    }

    @ParameterizedTest
    @CsvSource({"40,10", "41,11", "63,20", "79,24", "80,24", "81,25", "119,40", "120,40", "155,50", "200,60", "333,100"
    })
    void every_line_fits_and_there_are_as_many_as_rows(int columns, int rows) {
        for (BoardModel model : List.of(SampleBoard.shop(), SampleBoard.many(200), SampleBoard.many(0))) {
            for (BoardView.Page page : BoardView.Page.values()) {
                BoardView view = BoardView.of(model).on(page);

                List<ScreenLine> lines =
                        new BoardScreen(model, view, BoardStyle.PLAIN, SampleBoard.NOON, DETAIL).lines(columns, rows);

                assertThat(lines).hasSize(rows);
                assertThat(lines).allSatisfy(line -> assertThat(line.columns()).isLessThanOrEqualTo(columns));
            }
        }
    }

    @Test
    void of_many_cards_those_around_the_chosen_one_are_shown() {
        BoardModel model = SampleBoard.many(200);
        BoardView view = BoardView.of(model).at(Lane.TODO, "TASK-100");

        String screen = new BoardScreen(model, view, BoardStyle.PLAIN, SampleBoard.NOON, null)
                .lines(80, 24).stream().map(ScreenLine::text).collect(Collectors.joining("\n"));

        assertThat(screen).contains(">TASK-100", "TASK-099", "↑ 97  ↓ 99").doesNotContain("TASK-001");
    }

    @Test
    void the_card_of_the_specification_is_drawn_as_it_is_there() {
        List<String> page = BoardScreen.page(SampleBoard.shop(), 160, BoardStyle.PLAIN, SampleBoard.NOON);

        assertThat(String.join("\n", page))
                .contains("│ TASK-001                    │")
                .contains("│ Implement authentication    │")
                .contains("│ ────────────────────────────│")
                .contains("│ 🔄 Coder (3/15)             │")
                .contains("┌─────────────────────────────┐")
                .contains("└─────────────────────────────┘");
    }

    @Test
    void the_agents_of_the_specification_are_drawn_as_they_are_there() {
        List<String> page = BoardScreen.page(SampleBoard.shop(), 80, BoardStyle.PLAIN, SampleBoard.NOON);

        assertThat(String.join("\n", page))
                .contains("┌─────────────────────────────────┐")
                .contains("│ Slot 1: coder                   │")
                .contains("│   Task: TASK-001                │")
                .contains("│   Ralph: iteration 3/15         │")
                .contains("│   Running: 5m 23s               │")
                .contains("└─────────────────────────────────┘");
    }

    @Test
    void colours_are_only_where_they_are_wanted() {
        BoardView view = chosen("TASK-001");

        String with = ansi(new BoardStyle(true, true), view);
        String without = ansi(BoardStyle.PLAIN, view);

        assertThat(with).contains("\u001b[31m");
        assertThat(without).doesNotContain("\u001b[3");
    }

    @Test
    void what_is_typed_is_shown_with_the_cursor_behind_it() {
        BoardView.Asked to = new BoardView.Asked("TASK-007", "q-1");
        BoardView view = chosen("TASK-007")
                .asking(new BoardView.Entry(BoardView.Entry.Kind.ANSWER, "PostgreSQL or SQLite?", "Post", to));
        BoardScreen screen = screen(BoardStyle.PLAIN, view, null);

        List<String> lines = strings(screen.lines(80, 24));

        assertThat(lines.get(22)).isEqualTo("asks: PostgreSQL or SQLite?");
        assertThat(lines.get(23)).isEqualTo("answer: Post");
        assertThat(screen.cursor(80)).isEqualTo("answer: Post".length());
        assertThat(strings(
                        screen(BoardStyle.PLAIN, view.saying("too late"), null).lines(80, 24)))
                .endsWith("too late", "answer: Post");
    }

    private static BoardView chosen(String task) {
        return BoardView.of(SampleBoard.shop()).at(Lane.TODO, task).on(SampleBoard.shop());
    }

    private static BoardScreen screen(BoardStyle style, BoardView view, @Nullable BoardDetail detail) {
        return new BoardScreen(SampleBoard.shop(), view, style, SampleBoard.NOON, detail);
    }

    private static String ansi(BoardStyle style, BoardView view) {
        return screen(style, view, null).lines(80, 24).stream()
                .map(ScreenLine::ansi)
                .collect(Collectors.joining("\n"));
    }

    private static List<String> strings(List<ScreenLine> lines) {
        return lines.stream().map(line -> line.text().stripTrailing()).toList();
    }

    private static String text(int columns, int rows, BoardStyle style, BoardView view, @Nullable BoardDetail detail) {
        return String.join("\n", strings(screen(style, view, detail).lines(columns, rows))) + "\n";
    }

    private static String compare(
            String name, int columns, int rows, BoardStyle style, BoardView view, @Nullable BoardDetail detail)
            throws IOException {
        String found = text(columns, rows, style, view, detail);
        Path file = SCREENS.resolve(name + ".txt");
        if (Boolean.getBoolean("ralph.regenerate")) {
            Files.createDirectories(SCREENS);
            Files.writeString(file, found);
        }
        assertThat(found).isEqualTo(Files.readString(file));
        return found;
    }
}
