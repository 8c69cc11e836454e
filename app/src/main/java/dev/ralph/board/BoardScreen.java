package dev.ralph.board;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Draws a board: a model and a view become the lines of a screen, without a terminal.
///
/// Every line fits. Lanes are as wide as they can be; where five do not fit, those around the chosen one are shown.
/// Where there is room cards are boxes, else three lines each.
public final class BoardScreen {
    static final int LEAST_COLUMNS = 40;
    static final int LEAST_ROWS = 10;
    private static final int NARROWEST_LANE = 16;
    private static final int NARROWEST_BOX = 24;
    private static final int BOX = 6;
    private static final int FLAT = 4;
    /// How wide the box of an agent is, and how many rows of a screen it is worth.
    private static final int SLOT = 35;

    private static final int ROWS_FOR_SLOTS = 30;

    private final BoardModel model;
    private final BoardView view;
    private final BoardStyle style;
    private final Instant now;
    private final @Nullable BoardDetail detail;

    BoardScreen(BoardModel model, BoardView view, BoardStyle style, Instant now, @Nullable BoardDetail detail) {
        this.model = model.filtered(view.filter());
        this.view = view;
        this.style = style;
        this.now = now;
        this.detail = detail;
    }

    /// All cards, as text for what is no terminal.
    public static List<String> page(BoardModel model, int columns, BoardStyle style, Instant now) {
        BoardView nothing = new BoardView(Lane.TODO, null, "", BoardView.Page.BOARD, 0, null, "");
        return new BoardScreen(model, nothing, style, now, null)
                .all(Math.max(columns, LEAST_COLUMNS)).stream()
                        .map(line -> line.text().stripTrailing())
                        .toList();
    }

    private List<ScreenLine> all(int columns) {
        int width = columns / Lane.ALL.size();
        boolean boxed = width >= NARROWEST_BOX;
        int longest = 1;
        for (Lane lane : Lane.ALL) {
            longest = Math.max(longest, model.in(lane).size());
        }
        List<ScreenLine> lines = new ArrayList<>(head(columns));
        lines.addAll(lanes(Lane.ALL, Math.max(width, NARROWEST_LANE), longest * (boxed ? BOX : FLAT), boxed));
        lines.addAll(agents(columns, Integer.MAX_VALUE, true));
        return lines;
    }

    /// The lines of a screen, at most as many as it has rows.
    List<ScreenLine> lines(int columns, int rows) {
        if (columns < LEAST_COLUMNS || rows < LEAST_ROWS) {
            String words = "The board needs " + LEAST_COLUMNS + " columns and " + LEAST_ROWS
                    + " rows; this terminal has " + columns + " and " + rows + ".";
            return wrapped(words, Math.max(1, columns)).stream()
                    .limit(Math.max(1, rows))
                    .map(line -> ScreenLine.of(line, ScreenLine.PLAIN))
                    .toList();
        }
        List<ScreenLine> lines = new ArrayList<>(
                switch (view.page()) {
                    case BOARD -> board(columns, rows - 2);
                    case DETAIL -> details(columns, rows - 2);
                    case HELP -> help(columns, rows - 2);
                });
        while (lines.size() < rows - 2) {
            lines.add(ScreenLine.EMPTY);
        }
        lines.add(plain(style.fit(about(), columns), style.faint()));
        lines.add(footer(columns));
        return lines;
    }

    /// Where the cursor stands while something is typed, from 0; -1 where nothing is.
    int cursor(int columns) {
        return view.prompt() instanceof BoardView.Entry entry
                ? Math.min(columns - 1, BoardStyle.columns(typed(entry, columns)))
                : -1;
    }

    private List<ScreenLine> board(int columns, int rows) {
        List<ScreenLine> lines = new ArrayList<>(head(columns));
        List<ScreenLine> agents = agents(columns, rows / 3, rows >= ROWS_FOR_SLOTS);
        int count = Math.clamp(columns / NARROWEST_LANE, 1, Lane.ALL.size());
        int first = Math.clamp((long) Lane.ALL.indexOf(view.lane()) - count / 2, 0, Lane.ALL.size() - count);
        int width = columns / count;
        int area = rows - lines.size() - 2 - agents.size();
        lines.addAll(
                lanes(Lane.ALL.subList(first, first + count), width, area, width >= NARROWEST_BOX && area >= 2 * BOX));
        lines.addAll(agents);
        return lines;
    }

    /// What board this is, and how much there is to see.
    private List<ScreenLine> head(int columns) {
        long asks = model.cards().stream()
                .filter(card -> card.mark() == Card.Mark.ASKS)
                .count();
        List<String> parts = new ArrayList<>();
        parts.add(counted(model.cards().size(), "task"));
        parts.add(counted(model.slots().size(), "agent") + (model.most() > 0 ? " of " + model.most() : ""));
        if (asks > 0) {
            parts.add(asks + (asks == 1 ? " asks" : " ask"));
        }
        if (!view.filter().isEmpty()) {
            parts.add("filter: " + style.line(view.filter()));
        }
        String rest = String.join(style.unicode() ? " · " : " - ", parts);
        String name = style.fit("Ralph " + style.line(model.project()), Math.max(10, columns - rest.length() - 2));
        String end = style.fit("  " + rest, columns - BoardStyle.columns(name));
        return List.of(ScreenLine.of(name, ScreenLine.BOLD).and(end, ScreenLine.PLAIN));
    }

    private static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /// Their titles with counts, a line, and their cards beside each other.
    private List<ScreenLine> lanes(List<Lane> lanes, int width, int rows, boolean boxed) {
        ScreenLine titles = ScreenLine.EMPTY;
        StringBuilder rule = new StringBuilder();
        List<List<ScreenLine>> all = new ArrayList<>();
        for (Lane lane : lanes) {
            boolean chosen = lane == view.lane() && view.task() != null;
            String count = " " + model.in(lane).size();
            String title = style.fit(lane.name(), width - 1 - count.length()) + count;
            titles = titles.and(style.exactly(title, width - 1), chosen ? ScreenLine.UNDERLINED : ScreenLine.BOLD)
                    .and(" ", ScreenLine.PLAIN);
            rule.append(style.across().repeat(width - 1)).append(' ');
            all.add(cards(model.in(lane), width - 1, rows, boxed));
        }
        List<ScreenLine> lines = new ArrayList<>();
        lines.add(titles);
        lines.add(plain(rule.toString(), style.faint()));
        for (int row = 0; row < rows; row++) {
            ScreenLine line = ScreenLine.EMPTY;
            for (List<ScreenLine> lane : all) {
                line = row < lane.size()
                        ? line.and(lane.get(row)).and(" ", ScreenLine.PLAIN)
                        : line.and(" ".repeat(width), ScreenLine.PLAIN);
            }
            lines.add(line);
        }
        return lines;
    }

    /// The cards of a lane, those around the chosen one where not all fit.
    private List<ScreenLine> cards(List<Card> cards, int width, int rows, boolean boxed) {
        int height = boxed ? BOX : FLAT;
        boolean allFit = cards.size() * height - (boxed ? 0 : 1) <= rows;
        int fitting = allFit ? cards.size() : Math.max(1, (boxed ? rows - 1 : rows) / height);
        int at = 0;
        for (int i = 0; i < cards.size(); i++) {
            at = cards.get(i).task().equals(view.task()) ? i : at;
        }
        int first = Math.clamp((long) at - fitting / 2, 0, cards.size() - fitting);
        List<ScreenLine> lines = new ArrayList<>();
        for (Card card : cards.subList(first, first + fitting)) {
            lines.addAll(boxed ? box(card, width) : flat(card, width));
        }
        while (lines.size() > rows - (allFit ? 0 : 1)) {
            lines.removeLast();
        }
        if (!allFit) {
            int below = cards.size() - first - fitting;
            String more =
                    (first > 0 ? style.upwards() + first + "  " : "") + (below > 0 ? style.downwards() + below : "");
            lines.add(plain(style.exactly(more, width), style.faint()));
        }
        return lines;
    }

    /// As the specification draws it.
    private List<ScreenLine> box(Card card, int width) {
        int inner = width - 2;
        boolean chosen = card.task().equals(view.task());
        String frame = chosen ? ScreenLine.BOLD : style.faint();
        List<ScreenLine> lines = new ArrayList<>();
        lines.add(plain(style.corner(0) + style.across().repeat(inner) + style.corner(1), frame));
        lines.add(framed((chosen ? ">" : " ") + named(card, inner - 2), inner, frame, name(chosen)));
        lines.add(framed(" " + style.fit(style.line(card.title()), inner - 2), inner, frame, text(chosen)));
        lines.add(framed(" " + style.across().repeat(inner - 1), inner, frame, frame));
        lines.add(framed(" " + badge(card, inner - 2), inner, frame, style.style(card.mark())));
        lines.add(plain(style.corner(2) + style.across().repeat(inner) + style.corner(3), frame));
        return lines;
    }

    private ScreenLine framed(String text, int inner, String frame, String inside) {
        return ScreenLine.of(style.down(), frame)
                .and(style.exactly(text, inner), inside)
                .and(style.down(), frame);
    }

    private List<ScreenLine> flat(Card card, int width) {
        boolean chosen = card.task().equals(view.task());
        String title = style.line(card.title());
        return List.of(
                plain(style.exactly((chosen ? ">" : "") + named(card, width - (chosen ? 1 : 0)), width), name(chosen)),
                plain(style.exactly(title, width), text(chosen)),
                plain(style.exactly(badge(card, width), width), style.style(card.mark())),
                plain(" ".repeat(width), ScreenLine.PLAIN));
    }

    private static String name(boolean chosen) {
        return chosen ? ScreenLine.BOLD_INVERSE : ScreenLine.BOLD;
    }

    private static String text(boolean chosen) {
        return chosen ? ScreenLine.INVERSE : ScreenLine.PLAIN;
    }

    /// Its name, with its priority where there is room for both.
    private String named(Card card, int columns) {
        String priority = card.priority() == 0 ? "" : "[P" + card.priority() + "]";
        String task = style.line(card.task());
        int blank = columns - BoardStyle.columns(task) - priority.length();
        return priority.isEmpty() || blank < 1 ? style.fit(task, columns) : task + " ".repeat(blank) + priority;
    }

    /// What is the matter with it; numbers are never cut.
    String badge(Card card, int columns) {
        String role = role(card.role());
        String count = card.most() > 0 ? " (" + Math.max(1, card.iteration()) + "/" + card.most() + ")" : "";
        String symbol = card.mark() == Card.Mark.WAITS ? "" : style.symbol(card.mark()) + " ";
        int room = columns - BoardStyle.columns(symbol);
        return symbol
                + switch (card.mark()) {
                    case WORKING, FAILED -> style.fit(role, room - count.length()) + count;
                    case LIMITED -> style.fit(role, room - 6) + " waits";
                    case PAUSED -> style.fit(role, room - 7) + " paused";
                    case ASKS -> style.fit(role, room - 5) + " asks";
                    case BLOCKED -> "[blocked]";
                    case INTERRUPTED -> "interrupted";
                    case WAITS -> style.fit(style.line(card.words()), room);
                    case READY -> "ready";
                    case STOPPED -> "stopped";
                    case DONE -> "done";
                };
    }

    private String role(@Nullable String role) {
        String word = role == null || role.isEmpty() ? "agent" : style.line(role);
        int capitals = word.length() <= 2 ? word.length() : 1; // QA
        return word.substring(0, capitals).toUpperCase(Locale.ROOT) + word.substring(capitals);
    }

    /// Who works, in boxes where there is room for all of them.
    private List<ScreenLine> agents(int columns, int rows, boolean roomy) {
        List<ScreenLine> lines = new ArrayList<>();
        String title = style.across().repeat(2) + " agents ";
        lines.add(plain(title + style.across().repeat(Math.max(0, columns - title.length() - 1)), style.faint()));
        List<Slot> slots = model.slots();
        if (slots.isEmpty()) {
            lines.add(plain("no agent works", style.faint()));
            return lines;
        }
        int beside = columns / (SLOT + 1);
        int boxRows = (slots.size() + beside - 1) / Math.max(1, beside) * BOX;
        if (roomy && beside > 0 && boxRows + 1 <= rows) {
            for (int from = 0; from < slots.size(); from += beside) {
                lines.addAll(boxes(slots.subList(from, Math.min(slots.size(), from + beside))));
            }
            return lines;
        }
        int fitting = slots.size() < rows ? slots.size() : Math.max(1, rows - 2);
        for (Slot slot : slots.subList(0, fitting)) {
            String words = "Slot " + slot.number() + ": " + word(slot.role()) + "  " + style.line(slot.task())
                    + "  iteration " + counted(slot) + "  " + elapsed(slot) + "  " + style.line(slot.action());
            lines.add(plain(style.fit(words.stripTrailing(), columns - 1), ScreenLine.PLAIN));
        }
        if (fitting < slots.size()) {
            lines.add(plain("+" + (slots.size() - fitting) + " more", style.faint()));
        }
        return lines;
    }

    /// As the specification draws them.
    private List<ScreenLine> boxes(List<Slot> slots) {
        int inner = SLOT - 2;
        String across = style.across().repeat(inner);
        List<StringBuilder> lines = new ArrayList<>();
        for (int i = 0; i < BOX; i++) {
            lines.add(new StringBuilder());
        }
        for (Slot slot : slots) {
            List<String> texts = List.of(
                    style.corner(0) + across + style.corner(1),
                    slotLine(" Slot " + slot.number() + ": " + word(slot.role()), inner),
                    slotLine("   Task: " + style.line(slot.task()), inner),
                    slotLine("   Ralph: iteration " + counted(slot), inner),
                    slotLine("   Running: " + elapsed(slot), inner),
                    style.corner(2) + across + style.corner(3));
            for (int i = 0; i < BOX; i++) {
                lines.get(i).append(texts.get(i)).append(' ');
            }
        }
        return lines.stream()
                .map(line -> plain(line.toString().stripTrailing(), ScreenLine.PLAIN))
                .toList();
    }

    private String slotLine(String text, int inner) {
        return style.down() + style.exactly(text, inner) + style.down();
    }

    private String word(@Nullable String role) {
        return role == null ? "agent" : style.line(role);
    }

    private static String counted(Slot slot) {
        return Math.max(1, slot.iteration()) + "/" + slot.most();
    }

    private String elapsed(Slot slot) {
        return Slot.elapsed(Duration.between(slot.since(), now));
    }

    private List<ScreenLine> details(int columns, int rows) {
        Card card = view.task() == null ? null : model.card(view.task()).orElse(null);
        List<ScreenLine> lines = new ArrayList<>();
        String name = view.task() == null ? "" : style.line(view.task());
        lines.add(plain(
                style.fit(card == null ? name : name + "  " + style.line(card.title()), columns), ScreenLine.BOLD));
        BoardDetail known = detail;
        if (known == null) {
            lines.add(plain("reading", style.faint()));
            return lines;
        }
        List<ScreenLine> all = sections(known, columns);
        int shown = rows - 1;
        int first = Math.clamp(view.scroll(), 0, Math.max(0, all.size() - shown));
        lines.addAll(all.subList(first, Math.min(all.size(), first + shown)));
        return lines;
    }

    private List<ScreenLine> sections(BoardDetail known, int columns) {
        List<ScreenLine> all = new ArrayList<>();
        for (BoardDetail.Section section : known.sections()) {
            all.add(plain(style.line(section.title()), ScreenLine.BOLD));
            for (String line : section.lines()) {
                wrapped(style.line(line), columns - 3).forEach(part -> all.add(plain("  " + part, ScreenLine.PLAIN)));
            }
            all.add(ScreenLine.EMPTY);
        }
        return all;
    }

    /// How far the page of a task can be scrolled.
    int lastScroll(int columns, int rows) {
        return detail == null ? 0 : Math.max(0, sections(detail, columns).size() - (rows - 3));
    }

    private List<ScreenLine> help(int columns, int rows) {
        List<ScreenLine> lines = new ArrayList<>();
        lines.add(plain("Keys", ScreenLine.BOLD));
        for (BoardKeys.Hint hint : BoardKeys.HELP) {
            String line = "  " + style.exactly(hint.keys(), 17) + hint.meaning();
            lines.add(plain(style.fit(line, columns), ScreenLine.PLAIN));
        }
        return lines.subList(0, Math.min(rows, lines.size()));
    }

    /// The chosen card in one line, since its own lines are short; or what is asked.
    private String about() {
        if (view.prompt() instanceof BoardView.Entry entry && entry.kind() == BoardView.Entry.Kind.ANSWER) {
            return style.line(view.message().isEmpty() ? "asks: " + entry.about() : view.message());
        }
        Card card = view.task() == null || view.page() == BoardView.Page.HELP
                ? null
                : model.card(view.task()).orElse(null);
        if (card == null) {
            return "";
        }
        Card.Question question = card.question();
        String words = question == null ? card.words() : "asks: " + question.text();
        String dot = style.unicode() ? " · " : " - ";
        return style.line(card.task() + " " + card.title()) + (words.isBlank() ? "" : dot + style.line(words));
    }

    private ScreenLine footer(int columns) {
        if (view.prompt() instanceof BoardView.Confirm confirm) {
            return plain(style.fit(style.line(confirm.question()), columns - 1), ScreenLine.BOLD);
        }
        if (view.prompt() instanceof BoardView.Move move) {
            String choices = "Move " + move.task() + ": b block, u unblock, d done";
            return plain(style.fit(style.line(choices), columns - 1), ScreenLine.BOLD);
        }
        if (view.prompt() instanceof BoardView.Entry entry) {
            return plain(typed(entry, columns), ScreenLine.BOLD);
        }
        if (!view.message().isEmpty()) {
            return plain(style.fit(style.line(view.message()), columns - 1), ScreenLine.BOLD);
        }
        List<String> hints = switch (view.page()) {
            case BOARD ->
                List.of("Enter open", "c cancel", "p pause", "a answer", "r retry", "t add", "/ find", "arrows move");
            case DETAIL -> List.of("Esc back", "c cancel", "p pause", "a answer", "r retry", "arrows scroll");
            case HELP -> List.of("any key goes back");
        };
        String end = view.page() == BoardView.Page.BOARD ? "  ? help  q quit" : "";
        StringBuilder line = new StringBuilder();
        for (String hint : hints) {
            if (line.length() + 2 + hint.length() + end.length() < columns) {
                line.append(line.isEmpty() ? "" : "  ").append(hint);
            }
        }
        return plain(line + end, style.faint());
    }

    /// The end of what was typed, where all of it does not fit.
    private String typed(BoardView.Entry entry, int columns) {
        String name = switch (entry.kind()) {
            case ANSWER -> "answer: ";
            case ADD -> "new task: ";
            case EDIT -> "priority and title: ";
            case BLOCK -> "blocked because: ";
            case FILTER -> "filter: ";
        };
        String text = style.typed(entry.text());
        while (BoardStyle.columns(name + text) >= columns - 1 && !text.isEmpty()) {
            text = text.substring(text.offsetByCodePoints(0, 1));
        }
        return name + text;
    }

    private static ScreenLine plain(String text, String style) {
        return ScreenLine.of(text, style);
    }

    /// In lines of whole words; a word that is longer than a line is cut.
    private static List<String> wrapped(String text, int columns) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (BoardStyle.columns(rest) > columns) {
            int cut = 0;
            int blank = 0;
            int used = 0;
            while (cut < rest.length()) {
                int c = rest.codePointAt(cut);
                used += BoardStyle.columns(Character.toString(c));
                if (used > columns) {
                    break;
                }
                blank = c == ' ' ? cut : blank;
                cut += Character.charCount(c);
            }
            int end = blank > 0 ? blank : Math.max(cut, Character.charCount(rest.codePointAt(0)));
            lines.add(rest.substring(0, end).stripTrailing());
            rest = rest.substring(end).stripLeading();
        }
        lines.add(rest);
        return lines;
    }
}
