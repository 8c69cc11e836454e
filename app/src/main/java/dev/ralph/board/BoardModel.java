package dev.ralph.board;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What the board shows: every task, and every agent that works.
///
/// @param project what the project is called
/// @param cards   in the order in which their lanes show them
/// @param slots   by their numbers
/// @param most    how many agents may work at once; 0 where nobody says
public record BoardModel(String project, List<Card> cards, List<Slot> slots, int most) {
    /// What needs a person first, then what is next.
    private static final List<Card.Mark> OPEN = List.of(
            Card.Mark.FAILED,
            Card.Mark.BLOCKED,
            Card.Mark.ASKS,
            Card.Mark.INTERRUPTED,
            Card.Mark.PAUSED,
            Card.Mark.LIMITED,
            Card.Mark.WORKING,
            Card.Mark.READY,
            Card.Mark.WAITS,
            Card.Mark.STOPPED,
            Card.Mark.DONE);

    private static final Comparator<Card> ORDER = Comparator.<Card>comparingInt(card -> OPEN.indexOf(card.mark()))
            .thenComparing(Comparator.comparingLong(Card::priority).reversed())
            .thenComparing(card -> card.lane() == Lane.TODO ? card.since() : Instant.EPOCH) // else cards would jump
            .thenComparing(Card::task);

    /// What was done last is the most interesting.
    private static final Comparator<Card> DONE =
            Comparator.comparing(Card::since).reversed().thenComparing(Card::task);

    public BoardModel {
        List<Card> sorted = new ArrayList<>();
        for (Lane lane : Lane.ALL) {
            cards.stream()
                    .filter(card -> card.lane() == lane)
                    .sorted(lane == Lane.DONE ? DONE : ORDER)
                    .forEach(sorted::add);
        }
        cards = List.copyOf(sorted);
        slots = slots.stream().sorted(Comparator.comparingInt(Slot::number)).toList();
    }

    public List<Card> in(Lane lane) {
        return cards.stream().filter(card -> card.lane() == lane).toList();
    }

    public Optional<Card> card(String task) {
        return cards.stream().filter(card -> card.task().equals(task)).findFirst();
    }

    /// The same with the cards that say this; all of them where it is empty.
    BoardModel filtered(String text) {
        return text.isBlank()
                ? this
                : new BoardModel(
                        project,
                        cards.stream()
                                .filter(card -> card.matches(text.strip()))
                                .toList(),
                        slots,
                        most);
    }
}
