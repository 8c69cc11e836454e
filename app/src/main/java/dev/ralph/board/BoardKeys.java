package dev.ralph.board;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What keys mean: each leads to another view, and some to something that is done.
///
/// What ends work or starts it is asked about first. Text that is pasted is never a command.
final class BoardKeys {
    /// What can be pressed, for the page that says so.
    static final List<Hint> HELP = List.of(
            new Hint("arrows, h j k l", "choose a card"),
            new Hint("1 to 5", "go to a lane"),
            new Hint("Home, End", "the first and the last card of a lane"),
            new Hint("Enter", "all there is to know about the task; Esc or q goes back"),
            new Hint("c", "cancel the task"),
            new Hint("p", "pause it, or let it continue"),
            new Hint("a", "answer what it asks"),
            new Hint("r", "retry it, or start it"),
            new Hint("e", "edit its priority and title"),
            new Hint("m", "move it: b block, u unblock, d done"),
            new Hint("t, n", "add a task"),
            new Hint("s", "sync the list with its tracker"),
            new Hint("/", "show only cards that say something; Esc shows all"),
            new Hint("g", "read and draw everything anew"),
            new Hint("?", "this page"),
            new Hint("q, Ctrl-C", "leave the board; what runs continues"));

    private static final int PAGE = 10;
    private static final Pattern PRIORITY_AND_TITLE = Pattern.compile("(-?\\d{1,9})\\s+(\\S.*)");

    record Hint(String keys, String meaning) {}

    /// @param action what is to be done, null for nothing
    record Step(BoardView view, @Nullable BoardAction action) {}

    private final BoardModel all;
    private final BoardModel model;
    private final BoardView view;

    BoardKeys(BoardModel model, BoardView view) {
        this.all = model;
        this.model = model.filtered(view.filter());
        this.view = view.saying("");
    }

    Step after(Key key) {
        return switch (view.prompt()) {
            case BoardView.Confirm confirm -> decided(confirm, key);
            case BoardView.Entry entry -> typed(entry, key);
            case BoardView.Move move -> moved(move.task(), key);
            case null ->
                switch (view.page()) {
                    case BOARD -> onBoard(key);
                    case DETAIL -> onDetail(key);
                    case HELP -> new Step(view.on(BoardView.Page.BOARD), null);
                };
        };
    }

    private Step decided(BoardView.Confirm confirm, Key key) {
        boolean yes = key.kind() == Key.Kind.TEXT && key.text().equalsIgnoreCase("y");
        return new Step(view.asking(null).saying(yes ? "" : "nothing was done"), yes ? confirm.action() : null);
    }

    private Step moved(String task, Key key) {
        BoardView over = view.asking(null);
        return switch (key.kind() == Key.Kind.TEXT ? key.text() : "") {
            case "b" -> enters(BoardView.Entry.Kind.BLOCK, "why", "", new BoardView.Asked(task, ""));
            case "u" -> new Step(over, new BoardAction.Unblock(task));
            case "d" -> new Step(over, new BoardAction.Done(task));
            default -> new Step(over.saying("nothing was done"), null);
        };
    }

    private Step typed(BoardView.Entry entry, Key key) {
        String text = entry.text();
        return switch (key.kind()) {
            case ENTER -> entered(entry);
            case ESCAPE, INTERRUPT ->
                new Step(
                        entry.kind() == BoardView.Entry.Kind.FILTER
                                ? view.asking(null).filtered("")
                                : view.asking(null),
                        null);
            case BACKSPACE ->
                changed(entry, text.isEmpty() ? "" : text.substring(0, text.offsetByCodePoints(text.length(), -1)));
            case TEXT, PASTE -> changed(entry, text + key.text().replaceAll("\\s+", " "));
            case UP, DOWN, LEFT, RIGHT, PAGE_UP, PAGE_DOWN, HOME, END, UNKNOWN -> new Step(view, null);
        };
    }

    private Step changed(BoardView.Entry entry, String text) {
        BoardView next = view.asking(entry.with(text));
        return new Step(entry.kind() == BoardView.Entry.Kind.FILTER ? next.filtered(text) : next, null);
    }

    private Step entered(BoardView.Entry entry) {
        BoardView over = view.asking(null);
        String text = entry.text().strip();
        return switch (entry.kind()) {
            case FILTER -> new Step(over, null);
            case ADD -> new Step(over, text.isEmpty() ? null : new BoardAction.Add(text));
            case EDIT -> {
                BoardView.Asked to = entry.to();
                Matcher typed = PRIORITY_AND_TITLE.matcher(text);
                yield to != null && typed.matches()
                        ? new Step(
                                over, new BoardAction.Edit(to.task(), Long.parseLong(typed.group(1)), typed.group(2)))
                        : new Step(over.saying("nothing was changed: type the priority, a space and the title"), null);
            }
            case BLOCK -> {
                BoardView.Asked to = entry.to();
                yield new Step(over, to == null ? null : new BoardAction.Block(to.task(), text));
            }
            case ANSWER -> {
                BoardView.Asked to = entry.to();
                if (to == null || text.isEmpty()) {
                    yield new Step(over.saying("nothing was answered"), null);
                }
                yield isOpen(to)
                        ? new Step(over, new BoardAction.Answer(to.task(), to.question(), text))
                        : new Step(view.saying(to.task() + " does not ask this any more: Esc drops the answer"), null);
            }
        };
    }

    private boolean isOpen(BoardView.Asked asked) {
        return all.card(asked.task())
                .map(Card::question)
                .filter(question -> question.id().equals(asked.question()))
                .isPresent();
    }

    private Step onBoard(Key key) {
        return switch (key.kind()) {
            case UP -> up(-1);
            case DOWN -> up(1);
            case PAGE_UP -> up(-PAGE);
            case PAGE_DOWN -> up(PAGE);
            case HOME -> up(-model.cards().size());
            case END -> up(model.cards().size());
            case LEFT -> beside(-1);
            case RIGHT -> beside(1);
            case ENTER -> open();
            case ESCAPE -> new Step(view.filtered(""), null);
            case INTERRUPT -> new Step(view, new BoardAction.Quit());
            case TEXT -> onBoard(key.text());
            case BACKSPACE, PASTE, UNKNOWN -> new Step(view, null);
        };
    }

    private Step onBoard(String letter) {
        return switch (letter) {
            case "k" -> up(-1);
            case "j" -> up(1);
            case "h" -> beside(-1);
            case "l" -> beside(1);
            case "1", "2", "3", "4", "5" -> lane(Lane.ALL.get(Integer.parseInt(letter) - 1));
            case "q" -> new Step(view, new BoardAction.Quit());
            case "?" -> new Step(view.on(BoardView.Page.HELP), null);
            case "/" -> enters(BoardView.Entry.Kind.FILTER, "filter", view.filter(), null);
            case "t", "n" -> enters(BoardView.Entry.Kind.ADD, "new task", "", null);
            default -> onEither(letter);
        };
    }

    private Step onDetail(Key key) {
        int at = view.scroll();
        return switch (key.kind()) {
            case UP -> new Step(view.scrolled(at - 1), null);
            case DOWN -> new Step(view.scrolled(at + 1), null);
            case PAGE_UP -> new Step(view.scrolled(at - PAGE), null);
            case PAGE_DOWN -> new Step(view.scrolled(at + PAGE), null);
            case HOME -> new Step(view.scrolled(0), null);
            case END -> new Step(view.scrolled(Integer.MAX_VALUE), null);
            case ESCAPE, LEFT, BACKSPACE -> new Step(view.on(BoardView.Page.BOARD), null);
            case INTERRUPT -> new Step(view, new BoardAction.Quit());
            case TEXT ->
                switch (key.text()) {
                    case "k" -> new Step(view.scrolled(at - 1), null);
                    case "j" -> new Step(view.scrolled(at + 1), null);
                    case " " -> new Step(view.scrolled(at + PAGE), null);
                    case "q", "h" -> new Step(view.on(BoardView.Page.BOARD), null);
                    default -> onEither(key.text());
                };
            case ENTER, RIGHT, PASTE, UNKNOWN -> new Step(view, null);
        };
    }

    /// What can be done with the chosen task wherever it is shown.
    private Step onEither(String letter) {
        Card card = chosen().orElse(null);
        if (letter.equals("g")) {
            return new Step(view, new BoardAction.Refresh());
        }
        if (letter.equals("s")) {
            return new Step(view, new BoardAction.Sync());
        }
        if (!List.of("c", "p", "a", "r", "e", "m").contains(letter)) {
            return new Step(view, null);
        }
        if (card == null) {
            return new Step(view.saying("choose a task first"), null);
        }
        return switch (letter) {
            case "c" ->
                card.isOpen()
                        ? confirmed(
                                "Cancel " + card.task() + "? What runs is ended.", new BoardAction.Cancel(card.task()))
                        : new Step(view.saying(card.task() + " does not run"), null);
            case "p" ->
                switch (card.mark()) {
                    case PAUSED -> new Step(view, new BoardAction.Resume(card.task()));
                    case WORKING, LIMITED -> new Step(view, new BoardAction.Pause(card.task()));
                    case ASKS, INTERRUPTED, FAILED, BLOCKED, READY, WAITS, STOPPED, DONE ->
                        new Step(view.saying(card.task() + " does not run"), null);
                };
            case "a" -> {
                Card.Question question = card.question();
                if (question == null) {
                    yield new Step(view.saying(card.task() + " asks nothing"), null);
                }
                BoardView.Asked to = new BoardView.Asked(card.task(), question.id());
                yield enters(BoardView.Entry.Kind.ANSWER, question.text(), "", to);
            }
            case "e" ->
                card.listed()
                        ? enters(
                                BoardView.Entry.Kind.EDIT,
                                "edit",
                                card.priority() + " " + card.title(),
                                new BoardView.Asked(card.task(), ""))
                        : unlisted(card);
            case "m" -> card.listed() ? new Step(view.asking(new BoardView.Move(card.task())), null) : unlisted(card);
            default -> retry(card);
        };
    }

    private Step unlisted(Card card) {
        return new Step(view.saying(card.task() + " is not in the list"), null);
    }

    private Step retry(Card card) {
        return switch (card.mark()) {
            case FAILED, BLOCKED, INTERRUPTED, STOPPED ->
                confirmed("Retry " + card.task() + "?", new BoardAction.Retry(card.task()));
            case READY -> confirmed("Start " + card.task() + "?", new BoardAction.Retry(card.task()));
            case PAUSED -> new Step(view.saying(card.task() + " is paused: p lets it continue"), null);
            case ASKS -> new Step(view.saying(card.task() + " asks: a answers"), null);
            case WORKING, LIMITED -> new Step(view.saying(card.task() + " runs"), null);
            case WAITS -> new Step(view.saying(card.task() + " is not ready: " + card.words()), null);
            case DONE -> new Step(view.saying(card.task() + " is done"), null);
        };
    }

    private Step confirmed(String question, BoardAction action) {
        return new Step(view.asking(new BoardView.Confirm(question + " y/n", action)), null);
    }

    private Step enters(BoardView.Entry.Kind kind, String about, String text, BoardView.@Nullable Asked to) {
        return new Step(view.asking(new BoardView.Entry(kind, about, text, to)), null);
    }

    private Step open() {
        return chosen().map(card -> new Step(view.on(BoardView.Page.DETAIL), new BoardAction.Open(card.task())))
                .orElse(new Step(view, null));
    }

    private Step up(int cards) {
        List<Card> lane = model.in(view.lane());
        if (lane.isEmpty()) {
            return new Step(view, null);
        }
        int next = Math.clamp((long) index(lane) + cards, 0, lane.size() - 1);
        return new Step(view.at(view.lane(), lane.get(next).task()), null);
    }

    /// The nearest lane in a direction that has cards.
    private Step beside(int direction) {
        Lane here = view.lane();
        for (Lane other = here.plus(direction); other != here; other = other.plus(direction)) {
            if (!model.in(other).isEmpty()) {
                return lane(other);
            }
            here = other;
        }
        return new Step(view, null);
    }

    /// The card beside the chosen one.
    private Step lane(Lane other) {
        List<Card> cards = model.in(other);
        int beside = Math.min(index(model.in(view.lane())), cards.size() - 1);
        return new Step(
                view.at(other, cards.isEmpty() ? null : cards.get(beside).task()), null);
    }

    private int index(List<Card> lane) {
        for (int i = 0; i < lane.size(); i++) {
            if (lane.get(i).task().equals(view.task())) {
                return i;
            }
        }
        return 0;
    }

    private Optional<Card> chosen() {
        String task = view.task();
        return task == null ? Optional.empty() : model.card(task);
    }
}
