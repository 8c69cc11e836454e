package dev.ralph.board;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BoardKeysTest {
    private static final BoardModel SHOP = SampleBoard.shop();

    /// A person at the board.
    private BoardView view = BoardView.of(SHOP);

    private @Nullable BoardAction done;

    @Test
    void the_choice_begins_where_an_agent_works() {
        assertThat(view.lane()).isEqualTo(Lane.IMPLEMENTING);
        assertThat(view.task()).isEqualTo("TASK-001");
    }

    @Test
    void arrows_and_letters_move_the_choice_and_stop_at_the_edges() {
        press(Key.Kind.LEFT);
        assertThat(view.task()).isEqualTo("TASK-008");
        type("j");
        assertThat(view.task()).isEqualTo("TASK-005");
        press(Key.Kind.UP);
        press(Key.Kind.UP);
        assertThat(view.task()).isEqualTo("TASK-008");
        press(Key.Kind.END);
        assertThat(view.task()).isEqualTo("TASK-006");
        type("hh");
        assertThat(view.lane()).isEqualTo(Lane.TODO);
        type("5l");
        assertThat(view.task()).isEqualTo("TASK-004");
    }

    @Test
    void cancelling_asks_first() {
        type("c");
        assertThat(view.prompt()).isInstanceOf(BoardView.Confirm.class);
        assertThat(done).isNull();

        type("n");
        assertThat(done).isNull();
        assertThat(view.message()).isEqualTo("nothing was done");

        type("cy");
        assertThat(done).isEqualTo(new BoardAction.Cancel("TASK-001"));
    }

    @ParameterizedTest
    @EnumSource(
            value = Key.Kind.class,
            names = {"ENTER", "ESCAPE", "PASTE", "INTERRUPT", "UNKNOWN", "UP"})
    void only_y_confirms(Key.Kind kind) {
        type("c");

        press(new Key(kind, "y"));

        assertThat(done).isNull();
        assertThat(view.prompt()).isNull();
    }

    @Test
    void what_is_not_open_cannot_be_cancelled() {
        choose("TASK-003");

        type("c");

        assertThat(view.message()).isEqualTo("TASK-003 does not run");
        assertThat(view.prompt()).isNull();
    }

    @Test
    void p_pauses_what_works_and_continues_what_is_paused() {
        type("p");
        assertThat(done).isEqualTo(new BoardAction.Pause("TASK-001"));

        BoardModel paused = new BoardModel(
                "shop",
                java.util.List.of(SampleBoard.card("x", "", Lane.REVIEWING, Card.Mark.PAUSED, null, 1, 2)),
                java.util.List.of(),
                0);
        BoardKeys.Step step = new BoardKeys(paused, BoardView.of(paused)).after(Key.typed("p"));

        assertThat(step.action()).isEqualTo(new BoardAction.Resume("x"));
    }

    @Test
    void e_edits_priority_and_title_of_a_task_of_the_list() {
        choose("TASK-003");
        type("e");
        assertThat(view.prompt())
                .isInstanceOfSatisfying(
                        BoardView.Entry.class, entry -> assertThat(entry.text()).startsWith("0 "));
        erase();
        type("7 Sort it");
        press(Key.Kind.ENTER);
        assertThat(done).isEqualTo(new BoardAction.Edit("TASK-003", 7, "Sort it"));

        done = null;
        type("e");
        erase();
        type("soon");
        press(Key.Kind.ENTER);
        assertThat(done).isNull();
        assertThat(view.message()).startsWith("nothing was changed");
    }

    private void erase() {
        while (view.prompt() instanceof BoardView.Entry entry && !entry.text().isEmpty()) {
            press(Key.Kind.BACKSPACE);
        }
    }

    @Test
    void m_blocks_unblocks_or_finishes_a_task_and_s_syncs() {
        choose("TASK-003");
        type("mu");
        assertThat(done).isEqualTo(new BoardAction.Unblock("TASK-003"));
        type("md");
        assertThat(done).isEqualTo(new BoardAction.Done("TASK-003"));
        type("mbno server");
        press(Key.Kind.ENTER);
        assertThat(done).isEqualTo(new BoardAction.Block("TASK-003", "no server"));

        done = null;
        type("mx");
        assertThat(done).isNull();
        assertThat(view.message()).isEqualTo("nothing was done");
        type("s");
        assertThat(done).isEqualTo(new BoardAction.Sync());
    }

    @Test
    void a_question_is_answered_with_what_is_typed() {
        choose("TASK-007");

        type("aSQlite");
        press(Key.Kind.BACKSPACE);
        type("e!");
        press(new Key(Key.Kind.PASTE, "\nof\tcourse"));
        press(Key.Kind.ENTER);

        assertThat(done).isEqualTo(new BoardAction.Answer("TASK-007", "q-1", "SQlite! of course"));
        assertThat(view.prompt()).isNull();
    }

    @Test
    void an_answer_goes_to_the_question_it_was_typed_for_or_nowhere() {
        choose("TASK-007");
        type("aSQLite");
        BoardView typed = view;
        BoardModel other = asking("TASK-007", "q-2");

        BoardKeys.Step late = new BoardKeys(other, typed.on(other)).after(Key.of(Key.Kind.ENTER));
        assertThat(late.action()).isNull();
        assertThat(late.view().message()).startsWith("TASK-007 does not ask this any more");
        assertThat(late.view().prompt()).isEqualTo(typed.prompt());

        BoardModel gone = asking("TASK-009", "q-1");
        assertThat(new BoardKeys(gone, typed.on(gone))
                        .after(Key.of(Key.Kind.ENTER))
                        .action())
                .isNull();
        choose("TASK-001");
        press(Key.Kind.ENTER);
        assertThat(done).isEqualTo(new BoardAction.Answer("TASK-007", "q-1", "SQLite"));
    }

    private static BoardModel asking(String task, String question) {
        Card.Question asked = new Card.Question(question, "Red or blue?");
        Card asks =
                new Card(task, "", Lane.REVIEWING, Card.Mark.ASKS, null, 1, 2, "", 0, false, asked, SampleBoard.NOON);
        return new BoardModel("shop", java.util.List.of(asks), java.util.List.of(), 0);
    }

    @Test
    void where_nothing_is_asked_nothing_is_answered() {
        type("a");

        assertThat(view.message()).isEqualTo("TASK-001 asks nothing");
    }

    @Test
    void an_answer_that_was_begun_can_be_dropped() {
        choose("TASK-007");
        type("aYes");

        press(Key.Kind.ESCAPE);

        assertThat(view.prompt()).isNull();
        assertThat(done).isNull();
    }

    @Test
    void a_task_is_added_by_its_text() {
        type("tSort the list; q c y");
        press(Key.Kind.ENTER);

        assertThat(done).isEqualTo(new BoardAction.Add("Sort the list; q c y"));
    }

    @Test
    void an_empty_text_adds_nothing() {
        type("n  ");
        press(Key.Kind.ENTER);

        assertThat(done).isNull();
    }

    @Test
    void what_failed_is_tried_again_after_a_question() {
        choose("TASK-008");

        type("r");
        assertThat(done).isNull();
        type("y");

        assertThat(done).isEqualTo(new BoardAction.Retry("TASK-008"));
    }

    @Test
    void what_runs_waits_asks_or_is_done_is_not_retried() {
        type("r");
        assertThat(view.message()).isEqualTo("TASK-001 runs");
        choose("TASK-006");
        type("r");
        assertThat(view.message()).isEqualTo("TASK-006 is not ready: after TASK-005");
        choose("TASK-007");
        type("r");
        assertThat(view.message()).isEqualTo("TASK-007 asks: a answers");
        choose("TASK-004");
        type("r");
        assertThat(view.message()).isEqualTo("TASK-004 is done");
        assertThat(done).isNull();
    }

    @Test
    void a_filter_hides_other_cards_while_it_is_typed_and_escape_shows_all() {
        type("/FLAKY");
        assertThat(SHOP.filtered(view.filter()).cards()).hasSize(1);
        assertThat(view.task()).isEqualTo("TASK-008");
        press(Key.Kind.ENTER);
        press(Key.Kind.RIGHT);
        assertThat(view.task()).as("no other lane has a card").isEqualTo("TASK-008");

        press(Key.Kind.ESCAPE);

        assertThat(view.filter()).isEmpty();
    }

    @Test
    void enter_opens_a_task_and_escape_goes_back() {
        press(Key.Kind.ENTER);
        assertThat(view.page()).isEqualTo(BoardView.Page.DETAIL);
        assertThat(done).isEqualTo(new BoardAction.Open("TASK-001"));

        type("jj");
        assertThat(view.scroll()).isEqualTo(2);
        type("cy");
        assertThat(done).isEqualTo(new BoardAction.Cancel("TASK-001"));

        press(Key.Kind.ESCAPE);
        assertThat(view.page()).isEqualTo(BoardView.Page.BOARD);
    }

    @Test
    void help_is_left_by_any_key() {
        type("?");
        assertThat(view.page()).isEqualTo(BoardView.Page.HELP);

        type("q");

        assertThat(view.page()).isEqualTo(BoardView.Page.BOARD);
        assertThat(done).isNull();
    }

    @Test
    void q_and_ctrl_c_leave_the_board() {
        type("q");
        assertThat(done).isEqualTo(new BoardAction.Quit());
        done = null;

        press(Key.Kind.INTERRUPT);

        assertThat(done).isEqualTo(new BoardAction.Quit());
    }

    @Test
    void pasted_text_is_no_command() {
        press(new Key(Key.Kind.PASTE, "cyq"));

        assertThat(done).isNull();
        assertThat(view.prompt()).isNull();
    }

    @Test
    void an_empty_board_has_nothing_to_do_anything_to() {
        BoardModel empty = SampleBoard.many(0);
        BoardView nothing = BoardView.of(empty);

        for (String letter : "hjkl12345cpar/?tng".split("")) {
            BoardKeys.Step step = new BoardKeys(empty, nothing).after(Key.typed(letter));
            assertThat(step.action()).isIn(null, new BoardAction.Refresh());
        }
    }

    private void choose(String task) {
        view = view.at(Lane.TODO, task).on(SHOP);
    }

    private void type(String letters) {
        letters.codePoints().forEach(c -> press(Key.typed(Character.toString(c))));
    }

    private void press(Key.Kind kind) {
        press(Key.of(kind));
    }

    private void press(Key key) {
        BoardKeys.Step step = new BoardKeys(SHOP, view).after(key);
        view = step.view().on(SHOP);
        if (step.action() != null) {
            done = step.action();
        }
    }
}
