package dev.ralph.cli;

import dev.ralph.board.BoardModel;
import dev.ralph.board.BoardScreen;
import dev.ralph.board.BoardStyle;
import dev.ralph.board.BoardTerminal;
import dev.ralph.board.Card;
import dev.ralph.board.Lane;
import dev.ralph.board.Slot;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// `ralph board`: every task in its lane, every agent in its slot.
record BoardCommand(CommandContext context) {
    private static final int USUAL_COLUMNS = 80;

    static Command board(CommandContext context) {
        return Command.of("board", Commands.LOOKING, new BoardCommand(context)::show)
                .summary("every task in its lane and every agent in its slot, with keys to steer them")
                .option(Option.flag("once", "print once and exit (default without a terminal)"))
                .options(Commands.place())
                .example("ralph board", "watch and steer; ? shows the keys, q leaves")
                .example("ralph board --once", "the board as text")
                .example("ralph board --json", "as JSON, for scripts");
    }

    private int show(Invocation invocation) throws IOException, InterruptedException {
        Console console = context.colored(invocation);
        try (ProjectBoardSource door = new ProjectBoardSource(context, invocation)) {
            if (console.json()) {
                json(console, door.look());
                return ExitCode.OK;
            }
            requireJars();
            if (invocation.has("once") || !console.live() || !Console.isInteractive()) {
                print(console, door.look());
                return ExitCode.OK;
            }
            BoardStyle style = BoardStyle.of(context.environment(), console.color());
            try (BoardTerminal terminal = BoardTerminal.open(door, style, InstantSource.system())) {
                terminal.run();
            }
            return ExitCode.OK;
        }
    }

    /// They lie apart from those of other commands, see `docs/decisions/separate-jars.md`.
    private static void requireJars() throws IOException {
        if (BoardCommand.class.getResource("/org/jline/terminal/Terminal.class") == null) {
            throw new IOException("`board` is incomplete: its jars are missing. Reinstall Ralph");
        }
    }

    private void print(Console console, BoardModel model) {
        int columns = context.columns();
        BoardStyle style = BoardStyle.of(context.environment(), false);
        BoardScreen.page(model, columns == Integer.MAX_VALUE ? USUAL_COLUMNS : columns, style, Instant.now())
                .forEach(console.out()::println);
        console.out().flush();
    }

    private static void json(Console console, BoardModel model) {
        console.object(json -> {
            json.field("project", model.project());
            json.objectField("lanes", () -> {
                for (Lane lane : Lane.values()) {
                    json.field(lane.word(), model.in(lane).size());
                }
            });
            json.objects("tasks", model.cards(), card -> json(json, card));
            json.objects("slots", model.slots(), slot -> json(json, slot));
            json.field("max_slots", model.most());
        });
    }

    private static void json(JsonOutput json, Card card) {
        json.field("task", card.task());
        json.field("title", card.title());
        json.field("lane", card.lane().word());
        json.field("mark", card.mark().word());
        json.field("role", card.role());
        json.field("iteration", card.iteration());
        json.field("max_iterations", card.most());
        json.field("message", card.words());
        json.field("priority", card.priority());
        json.field("listed", card.listed());
        Card.Question question = card.question();
        json.field("question", question == null ? null : question.id());
        json.field("question_text", question == null ? null : question.text());
        json.field(
                "updated_at",
                card.since().equals(Instant.EPOCH) ? null : card.since().toString());
    }

    private static void json(JsonOutput json, Slot slot) {
        json.field("slot", slot.number());
        json.field("task", slot.task());
        json.field("role", slot.role());
        json.field("iteration", slot.iteration());
        json.field("max_iterations", slot.most());
        json.field("started_at", slot.since().toString());
        json.field(
                "seconds",
                Math.max(0, Duration.between(slot.since(), Instant.now()).toSeconds()));
        json.field("action", slot.action());
    }
}
