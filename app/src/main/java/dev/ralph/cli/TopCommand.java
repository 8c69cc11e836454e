package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.board.Slot;
import dev.ralph.machine.StreamHead;
import dev.ralph.store.JournalView;
import dev.ralph.store.Leases;
import dev.ralph.store.StreamQuery;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

/// `ralph top`: one line for each attempt that runs, whatever process runs it.
final class TopCommand {
    private static final Duration LOOK = Duration.ofSeconds(1);
    /// How long processes are measured where nobody watches.
    private static final Duration MEASURE = Duration.ofMillis(500);

    private static final int A_LOOK = 4 << 20;
    private static final int ALL = 256 << 20;
    private static final int MOST = 20;

    private final CommandContext context;
    private final Ralph ralph;
    private final RunningLoops loops;
    private final ProcessUse use = new ProcessUse();
    private List<String> lines = List.of();
    private long looked;

    private TopCommand(CommandContext context, Invocation invocation, int bytes) {
        this.context = context;
        this.ralph = context.ralph(invocation);
        this.loops = new RunningLoops(ralph, bytes);
    }

    /// An attempt, and what its processes use.
    private record Line(RunningLoops.Running loop, ProcessUse.Share share) {}

    static Command top(CommandContext context) {
        return Command.of("top", Commands.LOOKING, invocation -> start(context, invocation))
                .summary("each attempt that runs: processor, memory, spend and last action")
                .option(Option.flag("once", "print once and exit (default without a terminal)"))
                .options(Commands.place())
                .example("ralph top", "watch, every second; Ctrl-C leaves")
                .example("ralph top --once", "a line for each attempt that runs")
                .example("ralph top --json", "as JSON, for scripts");
    }

    private static int start(CommandContext context, Invocation invocation) throws IOException, InterruptedException {
        Console console = context.colored(invocation);
        boolean watches = console.live() && !invocation.has("once");
        TopCommand top = new TopCommand(context, invocation, watches ? A_LOOK : ALL);
        try (RunningLoops _ = top.loops) {
            return watches ? top.watch(console) : top.once(console);
        }
    }

    private int once(Console console) throws InterruptedException {
        look();
        Thread.sleep(MEASURE);
        List<Line> now = look();
        if (console.json()) {
            json(console, now);
        } else {
            table(now).forEach(line -> console.out().println(line));
        }
        return ExitCode.OK;
    }

    /// Until somebody presses Ctrl-C; what was shown last stays.
    private int watch(Console console) {
        LiveBlock block = new LiveBlock(console, TerminalWidth::columns, this::shown);
        try (InterruptOnSignal _ = new InterruptOnSignal()) {
            block.start();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException left) {
                block.stop();
                lines.forEach(console.out()::println);
                console.out().flush();
            }
        }
        return ExitCode.OK;
    }

    private List<String> shown() {
        long now = System.nanoTime();
        if (looked == 0 || now - looked >= LOOK.toNanos()) {
            looked = now;
            lines = table(look());
        }
        return lines;
    }

    private List<Line> look() {
        List<RunningLoops.Running> running;
        try (JournalView journal = ralph.journal()) {
            running = loops.look(journal, journal.loops(StreamQuery.OPEN), this::isRun);
        }
        List<Long> pids = running.stream().map(RunningLoops.Running::pid).toList();
        List<ProcessUse.Share> shares = use.of(pids);
        List<Line> all = new ArrayList<>();
        for (int i = 0; i < running.size(); i++) {
            all.add(new Line(running.get(i), shares.get(i)));
        }
        return all;
    }

    private boolean isRun(StreamHead head) {
        return ralph.leases().whoHolds(Leases.key(head)).isPresent();
    }

    private List<String> table(List<Line> all) {
        if (all.isEmpty()) {
            return List.of("no attempt runs in " + ralph.folder());
        }
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"TASK", "ROLE", "ITERATION", "TIME", "CPU", "MEMORY", "SPEND", "LAST ACTION"});
        Instant now = Instant.now();
        for (Line line : all.subList(0, Math.min(all.size(), MOST))) {
            RunningLoops.Running loop = line.loop();
            rows.add(new String[] {
                loop.head().task(),
                BoardReader.role(loop.head()),
                Math.max(1, loop.iteration()) + "/" + loop.most(),
                Slot.elapsed(Duration.between(loop.since(), now)),
                String.format(Locale.ROOT, "%.0f %%", line.share().processor() * 100),
                (line.share().memory() >> 20) + " MB",
                CostLines.dollars(loop.spent()).replace("at least ", ""),
                loop.action()
            });
        }
        List<String> shown = new ArrayList<>(TextTable.lines(rows, context.columns()));
        if (all.size() > MOST) {
            shown.add("+" + (all.size() - MOST) + " more");
        }
        return shown;
    }

    private static void json(Console console, List<Line> all) {
        console.objects(all, (json, line) -> {
            RunningLoops.Running loop = line.loop();
            json.field("task", loop.head().task());
            json.field("loop", loop.head().id());
            json.field("profile", loop.head().profile());
            json.field("role", BoardReader.role(loop.head()));
            json.field("iteration", loop.iteration());
            json.field("max_iterations", loop.most());
            json.field("started_at", loop.since().toString());
            json.field("pid", loop.pid());
            json.number(
                    "cpu_percent", BigDecimal.valueOf(Math.round(line.share().processor() * 1000), 1));
            json.field("memory_bytes", line.share().memory());
            json.field("processes", line.share().processes());
            CostLines.fields(json, loop.spent());
            json.field("action", loop.action());
        });
    }
}
