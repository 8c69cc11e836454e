package dev.ralph.board;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a person looks at: which page, which card, what is being typed.
///
/// @param lane    the one that was chosen
/// @param task    of the card that was chosen, null where that lane is empty
/// @param filter  only cards that say this are shown
/// @param scroll  how many lines of a page stand above the screen
/// @param prompt  what has to be typed or decided first, null for nothing
/// @param message what came of the last thing that was asked for
record BoardView(
        Lane lane,
        @Nullable String task,
        String filter,
        Page page,
        int scroll,
        @Nullable Prompt prompt,
        String message) {
    enum Page {
        BOARD,
        DETAIL,
        HELP
    }

    sealed interface Prompt {}

    /// @param question ends with what can be pressed
    record Confirm(String question, BoardAction action) implements Prompt {}

    /// Where a task of the list goes is pressed.
    record Move(String task) implements Prompt {}

    /// @param about what is typed: the question, or what it is for
    /// @param to    what it is for, wherever the choice goes while it is typed; null for no task
    record Entry(
            Kind kind, String about, String text, @Nullable Asked to) implements Prompt {
        enum Kind {
            ANSWER,
            ADD,
            EDIT,
            BLOCK,
            FILTER
        }

        Entry with(String typed) {
            return new Entry(kind, about, typed, to);
        }
    }

    /// @param question its id; empty where the task asks nothing
    record Asked(String task, String question) {}

    /// Where work goes on, or else where there is any.
    static BoardView of(BoardModel model) {
        Lane first = Lane.TODO;
        for (Lane lane : List.of(Lane.DONE, Lane.TODO, Lane.REVIEWING, Lane.TESTING, Lane.IMPLEMENTING)) {
            first = model.in(lane).isEmpty() ? first : lane;
        }
        return new BoardView(first, null, "", Page.BOARD, 0, null, "").on(model);
    }

    /// The same where the cards may have moved: the choice follows its card.
    BoardView on(BoardModel model) {
        BoardModel shown = model.filtered(filter);
        Optional<Card> chosen = task == null ? Optional.empty() : shown.card(task);
        if (chosen.isPresent()) {
            return at(chosen.get().lane(), task);
        }
        if (page == Page.DETAIL) {
            return this;
        }
        List<Card> left = shown.in(lane);
        if (left.isEmpty() && !filter.isBlank() && !shown.cards().isEmpty()) {
            Card found = shown.cards().getFirst();
            return at(found.lane(), found.task());
        }
        return at(lane, left.isEmpty() ? null : left.getFirst().task());
    }

    BoardView at(Lane otherLane, @Nullable String otherTask) {
        return new BoardView(otherLane, otherTask, filter, page, scroll, prompt, message);
    }

    BoardView on(Page other) {
        return new BoardView(lane, task, filter, other, 0, prompt, message);
    }

    BoardView scrolled(int lines) {
        return new BoardView(lane, task, filter, page, Math.max(0, lines), prompt, message);
    }

    BoardView filtered(String text) {
        return new BoardView(lane, task, text, page, scroll, prompt, message);
    }

    BoardView asking(@Nullable Prompt other) {
        return new BoardView(lane, task, filter, page, scroll, other, message);
    }

    BoardView saying(String words) {
        return new BoardView(lane, task, filter, page, scroll, prompt, words);
    }
}
