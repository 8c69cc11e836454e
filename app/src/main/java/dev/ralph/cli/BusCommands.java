package dev.ralph.cli;

import dev.ralph.bus.Bus;
import dev.ralph.bus.BusAddress;
import dev.ralph.bus.BusMessage;
import dev.ralph.bus.BusReading;
import dev.ralph.bus.BusTail;
import dev.ralph.bus.MessageDraft;
import dev.ralph.bus.UnknownMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `ralph bus post`, `read` and `tail`.
record BusCommands(CommandContext context) {
    private static final List<String> USUAL_TYPES =
            List.of("INFO", "FACT", "PROGRESS", "DECISION", "QUESTION", "ISSUE", "ERROR", "WARNING");
    private static final int LARGEST_FILE = 4 * MessageDraft.MAX_BODY;
    private static final int SHOWN_FIRST = 10;
    private static final Duration LONG = Duration.ofHours(1);

    static Command post(CommandContext context) {
        return BusChoice.options(Command.of("bus post", Commands.TALKING, new BusCommands(context)::post)
                        .summary("post a message and print its id")
                        .option(Option.text("type", "TYPE", "what kind of message, any word")
                                .words(USUAL_TYPES)
                                .standard("INFO")))
                .option(Option.path("file", "F", "take the text from a file; - for standard input"))
                .argument(Argument.optional("TEXT", "the message"))
                .example("ralph bus post \"Half of the tests pass\"", "inside an agent or a project: the nearest bus")
                .example("ralph bus post --task fix-1 --type QUESTION \"Which currency?\"", "to one task")
                .example("make test 2>&1 | ralph bus post --type FACT --file -", "what another program prints");
    }

    static Command read(CommandContext context) {
        return BusChoice.options(Command.of("bus read", Commands.TALKING, new BusCommands(context)::read)
                        .summary("show the messages of a bus")
                        .option(since())
                        .option(Option.integer("last", "N", "only the newest N"))
                        .option(types()))
                .example("ralph bus read --task fix-1 --last 20", "the newest messages of a task")
                .example("ralph bus read --project-bus --type FACT --json", "one JSON object on each line");
    }

    static Command tail(CommandContext context) {
        return BusChoice.options(Command.of("bus tail", Commands.TALKING, new BusCommands(context)::tail)
                        .summary("show new messages as they come, until Ctrl-C")
                        .option(since())
                        .option(Option.integer("last", "N", "begin with the newest N")
                                .standard(Integer.toString(SHOWN_FIRST)))
                        .option(types())
                        .option(Option.duration("for", "end after this time").standard("never")))
                .example("ralph bus tail --task fix-1", "follow a task")
                .example("ralph bus tail --since MSG-… --for 10m --json", "continue after a message already seen");
    }

    private static Option since() {
        return Option.text("since", "MSG_ID", "only what came after this message, also from rotated files");
    }

    private static Option types() {
        return Option.repeated("type", "TYPE", "only messages of this type").words(USUAL_TYPES);
    }

    private int post(Invocation invocation) throws IOException {
        String body = body(invocation);
        BusAddress to = new BusChoice(context).chosen(invocation);
        MessageDraft draft = MessageDraft.of(invocation.text("type").orElse("INFO"), to.project(), body)
                .task(to.task())
                .run(to.run());
        BusMessage message = bus(to).post(draft);
        Console console = context.console(invocation);
        console.say(message.id());
        console.object(json -> {
            json.field("msg_id", message.id());
            json.field("bus", to.bus().toString());
            json.field("found_by", to.foundBy());
            json.field("type", message.type());
            json.field("project_id", message.project());
            json.field("task_id", message.task());
            json.field("run_id", message.run());
        });
        return ExitCode.OK;
    }

    /// Standard input is taken only when asked for: an agent's own is its prompt.
    private static String body(Invocation invocation) throws IOException {
        Optional<String> text = invocation.argument("TEXT");
        Optional<String> file = invocation.text("file");
        if (text.isPresent() == file.isPresent()) {
            throw new BadUsage(
                    text.isPresent()
                            ? "the message is given twice: as text and as --file; keep one"
                            : "nothing to post: give the text, or --file F (- for standard input)");
        }
        if (file.isEmpty()) {
            return text.orElseThrow();
        }
        byte[] bytes = InputFile.read("the message file", file.get(), LARGEST_FILE + 1);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private int read(Invocation invocation) throws IOException {
        Bus bus = bus(new BusChoice(context).chosen(invocation));
        MessageView view = MessageView.of(context.colored(invocation), invocation.all("type"));
        int last = last(invocation, Integer.MAX_VALUE);
        if (last == 0) {
            throw new BadUsage("--last: found 0, expected 1 or more");
        }
        Optional<String> since = invocation.text("since");
        if (since.isPresent()) {
            BusReading reading = known(() -> bus.readingSince(since.get()));
            view.warn(reading.warnings());
            newest(reading.messages(), view, last).forEach(view::show);
        } else if (last == Integer.MAX_VALUE) {
            view.warn(bus.scan(view::show));
        } else if (view.types().isEmpty()) {
            BusReading reading = bus.readingLast(last);
            view.warn(reading.warnings());
            reading.messages().forEach(view::show);
        } else {
            newestOfTypes(bus, view, last);
        }
        return ExitCode.OK;
    }

    private static void newestOfTypes(Bus bus, MessageView view, int last) throws IOException {
        ArrayDeque<BusMessage> newest = new ArrayDeque<>();
        view.warn(bus.scan(message -> {
            if (view.wants(message)) {
                if (newest.size() == last) {
                    newest.removeFirst();
                }
                newest.addLast(message);
            }
        }));
        newest.forEach(view::show);
    }

    private static List<BusMessage> newest(List<BusMessage> messages, MessageView view, int last) {
        List<BusMessage> wanted = new ArrayList<>();
        for (BusMessage message : messages) {
            if (view.wants(message)) {
                wanted.add(message);
            }
        }
        return wanted.subList(Math.max(0, wanted.size() - last), wanted.size());
    }

    private int tail(Invocation invocation) throws IOException, InterruptedException {
        Bus bus = bus(new BusChoice(context).chosen(invocation));
        Console console = context.colored(invocation);
        MessageView view = MessageView.of(console, invocation.all("type"));
        Optional<Duration> limit = invocation.duration("for");
        long began = System.nanoTime();
        try (BusTail tail = begin(bus, view, invocation)) {
            console.out().flush();
            while (true) {
                Duration left = limit.map(time -> time.minusNanos(System.nanoTime() - began))
                        .orElse(LONG);
                List<BusMessage> messages = tail.await(left.isPositive() ? left : Duration.ZERO);
                view.warn(tail.takeWarnings());
                messages.forEach(view::show);
                // A reader that has gone away, as in `ralph bus tail | head`, shows only here.
                boolean unheard = console.out().checkError();
                if (unheard || !left.isPositive() || (messages.isEmpty() && limit.isPresent())) {
                    return ExitCode.OK;
                }
            }
        }
    }

    private static BusTail begin(Bus bus, MessageView view, Invocation invocation) throws IOException {
        Optional<String> since = invocation.text("since");
        if (since.isPresent()) {
            return known(() -> bus.tail(since.get()));
        }
        int last = last(invocation, SHOWN_FIRST);
        if (last == 0) {
            return bus.tailNew();
        }
        BusReading reading = bus.readingLast(last);
        view.warn(reading.warnings());
        reading.messages().forEach(view::show);
        return bus.tail(
                reading.messages().isEmpty()
                        ? null
                        : reading.messages().getLast().id());
    }

    private static int last(Invocation invocation, int otherwise) {
        long last = invocation.integer("last").orElse(otherwise);
        if (last < 0) {
            throw new BadUsage("--last: found " + last + ", expected 0 or more");
        }
        return (int) Math.min(last, Integer.MAX_VALUE);
    }

    @FunctionalInterface
    private interface Asked<T> {
        T ask() throws IOException;
    }

    /// A message id that does not exist is a mistake in what was typed.
    private static <T> T known(Asked<T> question) throws IOException {
        try {
            return question.ask();
        } catch (UnknownMessage unknown) {
            throw new BadUsage("--since: " + unknown.getMessage());
        }
    }

    private static Bus bus(BusAddress address) {
        return new Bus(address.bus(), InstantSource.system());
    }
}
