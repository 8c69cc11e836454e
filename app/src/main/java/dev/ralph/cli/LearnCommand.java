package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.backlog.Anomaly;
import dev.ralph.backlog.TaskHistory;
import dev.ralph.config.Configuration;
import dev.ralph.config.SettingKey;
import dev.ralph.config.SettingKeys;
import dev.ralph.config.Settings;
import dev.ralph.wording.Amount;
import dev.ralph.wording.DurationText;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `ralph learn`: what the history of the list says, and what could be changed because of it. It changes nothing.
record LearnCommand(CommandContext context) {
    private static final int MOST_SHOWN = 10;
    private static final int LONGEST_TEXT = 300;
    private static final String INDEX = "AGENTS.md";

    static Command learn(CommandContext context) {
        return Command.of("learn", Commands.LOOKING, new LearnCommand(context)::show)
                .summary("show patterns in past tasks and propose settings")
                .options(Commands.place())
                .options(SettingOptions.of(List.<SettingKey<?>>of(SettingKeys.PROFILE)))
                .example("ralph learn", "patterns, anomalies and proposals; changes nothing")
                .example("ralph learn --json", "as JSON, for scripts");
    }

    /// Something that could be changed.
    ///
    /// @param where the file that the line goes into
    /// @param once  the command that tries it for one run; null where there is none
    private record Proposal(
            String why, String where, String line, @Nullable String once) {}

    private int show(Invocation invocation) throws IOException {
        Ralph ralph = context.asRun(invocation);
        Console console = context.console(invocation);
        TaskHistory history = ralph.learned();
        List<Anomaly> odd = odd(history, ralph);
        List<Proposal> proposals = proposals(history, ralph.settings());
        if (console.json()) {
            json(console, history, odd, proposals);
        } else {
            page(console, history, odd, proposals);
        }
        history.problems().stream()
                .limit(MOST_SHOWN)
                .forEach(problem -> console.warn("learning.jsonl:" + problem.line() + ": " + problem.words()));
        if (history.unreadable() > MOST_SHOWN) {
            console.warn("learning.jsonl: " + (history.unreadable() - MOST_SHOWN) + " more lines skipped");
        }
        return ExitCode.OK;
    }

    /// What was written down, and what is so now; each once.
    private static List<Anomaly> odd(TaskHistory history, Ralph ralph) throws IOException {
        Map<String, Anomaly> odd = new LinkedHashMap<>();
        List<Anomaly> all = new ArrayList<>(
                history.noticed().stream().map(TaskHistory.Noticed::anomaly).toList());
        all.addAll(TaskHistory.lasting(ralph.tasks().look().all(), Instant.now()));
        all.forEach(anomaly -> odd.put(anomaly.kind() + " " + anomaly.task(), anomaly));
        return List.copyOf(odd.values());
    }

    private static List<Proposal> proposals(TaskHistory history, Settings settings) {
        List<Proposal> all = new ArrayList<>();
        List<TaskHistory.Type> known =
                history.types().stream().filter(type -> type.need().isPresent()).toList();
        long done = known.stream().mapToLong(TaskHistory.Type::done).sum();
        List<TaskHistory.Need> needs =
                known.stream().flatMap(type -> type.need().stream()).toList();
        String some = Amount.of(done, "task") + " needed at most ";
        Optional<Integer> iterations =
                needs.stream().map(TaskHistory.Need::iterations).max(Comparator.naturalOrder());
        Optional<Duration> time = needs.stream().map(TaskHistory.Need::time).max(Comparator.naturalOrder());
        Optional<BigDecimal> dollars = needs.stream()
                .map(TaskHistory.Need::dollars)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder());

        int attempts = settings.value(SettingKeys.MAX_RESTARTS);
        long tired = count(history, "attempts_used");
        if (tired >= TaskHistory.RECURRING && iterations.orElse(attempts) * 5 >= attempts * 4) {
            all.add(limit(SettingKeys.MAX_RESTARTS, "" + 2 * attempts, ended(tired, Amount.of(attempts, "iteration"))));
        } else if (iterations.isPresent() && iterations.get() * 2 <= attempts) {
            all.add(limit(
                    SettingKeys.MAX_RESTARTS,
                    "" + iterations.get(),
                    some + Amount.of(iterations.get(), "iteration") + "; the limit is " + attempts));
        }
        Duration longest = settings.maybe(SettingKeys.MAX_TIME);
        long slow = count(history, "cap_reached_time");
        if (longest != null && slow >= TaskHistory.RECURRING) {
            all.add(limit(
                    SettingKeys.MAX_TIME,
                    DurationText.format(longest.multipliedBy(2)),
                    ended(slow, DurationText.format(longest))));
        } else if (longest != null
                && time.isPresent()
                && time.get().multipliedBy(2).compareTo(longest) <= 0) {
            all.add(limit(
                    SettingKeys.MAX_TIME,
                    DurationText.format(time.get()),
                    some + DurationText.format(time.get()) + " with a margin of 50%; the limit is "
                            + DurationText.format(longest)));
        }
        BigDecimal dearest = settings.maybe(SettingKeys.MAX_COST);
        long dear = count(history, "cap_reached_dollars");
        if (dearest != null && dear >= TaskHistory.RECURRING) {
            all.add(limit(
                    SettingKeys.MAX_COST,
                    dearest.multiply(BigDecimal.TWO).toPlainString(),
                    ended(dear, "$" + dearest.toPlainString())));
        } else if (dearest != null
                && dollars.isPresent()
                && dollars.get().multiply(BigDecimal.TWO).compareTo(dearest) <= 0) {
            all.add(limit(
                    SettingKeys.MAX_COST,
                    dollars.get().toPlainString(),
                    some + "$" + dollars.get().toPlainString() + " with a margin of 50%; the limit is $"
                            + dearest.toPlainString()));
        }
        hints(history, settings, all);
        return all;
    }

    private static long count(TaskHistory history, String reason) {
        return history.failures().stream()
                .filter(failure -> failure.reason().equals(reason))
                .mapToLong(failure -> failure.tasks().size())
                .sum();
    }

    private static String ended(long tasks, String limit) {
        return Amount.of(tasks, "task") + " hit the limit of " + limit;
    }

    private static Proposal limit(SettingKey<?> key, String value, String why) {
        return new Proposal(
                why, Configuration.PROJECT_FILE, key + ": " + value, "ralph run --" + key.flag() + " " + value);
    }

    /// What agents could be told, and what else helps against what recurs.
    private static void hints(TaskHistory history, Settings settings, List<Proposal> all) {
        for (TaskHistory.Failure failure : history.failures()) {
            int tasks = failure.tasks().size();
            if (tasks < TaskHistory.RECURRING) {
                break;
            }
            String why = Amount.of(tasks, "task") + ": " + failure.title();
            String file = Configuration.PROJECT_FILE;
            switch (failure.reason()) {
                case "attempts_used", "cap_reached_time", "cap_reached_dollars", "grant_used" ->
                    all.add(new Proposal(
                            why,
                            INDEX,
                            "Run " + tests(settings) + " and read what fails before you say that you are done.",
                            null));
                case "no_change" ->
                    all.add(new Proposal(
                            why, INDEX, "Where something is missing that you need, ask instead of stopping.", null));
                case "gave_up", "agent_waits", "questions" ->
                    all.add(new Proposal(
                            why, INDEX, "Decide small questions yourself, and write down how you decided.", null));
                case "conflicts_used", "not_integrated" ->
                    all.add(new Proposal(why, file, "parallelism: 1", "ralph run --parallelism 1"));
                case "provider_limited" ->
                    all.add(new Proposal(why, file, "agents: [claude, codex]", "ralph run --agent claude,codex"));
                case "no_agent", "cannot_prepare", "cannot_check" ->
                    all.add(new Proposal(why, "the shell", "ralph doctor", null));
                default -> {}
            }
        }
        history.remembered().stream()
                .map(said -> said.text().strip())
                .distinct()
                .filter(text -> text.length() <= LONGEST_TEXT && text.indexOf('\n') < 0)
                .filter(text -> tasks(history, text).size() > 1)
                .limit(MOST_SHOWN)
                .forEach(text -> all.add(new Proposal(
                        "the agents of " + brief(tasks(history, text)) + " remembered it", INDEX, text, null)));
    }

    private static Set<String> tasks(TaskHistory history, String text) {
        Set<String> tasks = new LinkedHashSet<>();
        history.remembered().stream()
                .filter(said -> said.text().strip().equals(text))
                .forEach(said -> tasks.add(said.task()));
        return tasks;
    }

    private static String tests(Settings settings) {
        List<String> checks = settings.value(SettingKeys.CHECKS).stream()
                .filter(line -> !line.startsWith("{") && line.indexOf('\n') < 0)
                .toList();
        return checks.isEmpty() ? "the tests" : "`" + checks.getFirst() + "`";
    }

    private void page(Console console, TaskHistory history, List<Anomaly> odd, List<Proposal> proposals) {
        int columns = context.pageColumns();
        if (history.tasks() == 0) {
            console.say("nothing learned yet: no task of the list has ended");
        } else {
            types(console, history);
        }
        List<TaskHistory.Failure> failures = history.failures();
        section(
                console,
                "What failed",
                failures.stream()
                        .map(failure -> failure.title() + ": "
                                + Amount.of(failure.tasks().size(), "task") + ", " + brief(failure.tasks()))
                        .toList());
        section(
                console,
                "Anomalies",
                odd.reversed().stream()
                        .map(anomaly -> anomaly.task() + ": " + anomaly.words() + " ("
                                + anomaly.severity().word() + ")")
                        .toList());
        section(
                console,
                "What agents remembered",
                history.remembered().reversed().stream()
                        .map(said -> said.task() + ": " + said.text().replaceAll("\\s+", " "))
                        .toList());
        if (!proposals.isEmpty()) {
            console.say("");
            console.say("Proposals (nothing is applied)");
        }
        for (Proposal proposal : proposals) {
            line(console, "  - ", proposal.why(), columns);
            line(console, "    ", "in " + proposal.where() + ":  " + proposal.line(), columns);
            if (proposal.once() != null) {
                console.out().println("    once:  " + proposal.once());
            }
        }
    }

    private static void types(Console console, TaskHistory history) {
        long done = history.types().stream().mapToLong(TaskHistory.Type::done).sum();
        console.say(Amount.of(history.tasks(), "task") + " ended, " + done + " of them done");
        console.say("");
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"TYPE", "ENDED", "DONE", "ITERATIONS", "MOST", "TIME", "COST"});
        for (TaskHistory.Type type : history.types()) {
            boolean none = type.done() == 0;
            rows.add(new String[] {
                type.name(),
                "" + type.all().count(),
                "" + type.done(),
                none ? "" : String.format(Locale.ROOT, "%.1f", type.iterations().mean()),
                none ? "" : String.format(Locale.ROOT, "%.0f", type.iterations().most()),
                none
                        ? ""
                        : DurationText.format(
                                Duration.ofSeconds(Math.round(type.seconds().mean()))),
                type.dollars().count() == 0
                        ? ""
                        : String.format(Locale.ROOT, "$%.2f", type.dollars().mean())
            });
        }
        TextTable.print(console, rows);
    }

    private static String brief(Set<String> tasks) {
        List<String> first = tasks.stream().limit(MOST_SHOWN).toList();
        return String.join(", ", first) + (tasks.size() > MOST_SHOWN ? ", …" : "");
    }

    private void section(Console console, String title, List<String> lines) {
        if (lines.isEmpty()) {
            return;
        }
        console.say("");
        console.say(title);
        lines.stream().limit(MOST_SHOWN).forEach(text -> line(console, "  - ", text, context.pageColumns()));
        if (lines.size() > MOST_SHOWN) {
            console.say("    and " + (lines.size() - MOST_SHOWN) + " more: ralph learn --json");
        }
    }

    private static void line(Console console, String begin, String text, int columns) {
        String wrapped = TerminalWidth.wrap("    " + Console.harmless(text), columns);
        console.out().println(begin + wrapped.substring(begin.length()));
    }

    private static void json(Console console, TaskHistory history, List<Anomaly> odd, List<Proposal> proposals) {
        console.object(json -> {
            json.field("tasks", history.tasks());
            json.objects("types", history.types(), type -> {
                json.field("type", type.name());
                json.field("ended", type.all().count());
                json.field("done", type.done());
                json.objectField("iterations", () -> figures(json, type.iterations()));
                json.objectField("actual", () -> figures(json, type.seconds()));
                json.objectField("cost", () -> figures(json, type.dollars()));
            });
            json.objects("failures", history.failures(), failure -> {
                json.field("reason", failure.reason());
                json.field("message", failure.words());
                json.texts("tasks", failure.tasks());
            });
            json.objects("anomalies", odd, anomaly -> {
                json.field("anomaly", anomaly.kind().word());
                json.field("severity", anomaly.severity().word());
                json.field("task", anomaly.task());
                json.field("message", anomaly.words());
            });
            json.objects("remembered", history.remembered(), said -> {
                json.field("task", said.task());
                json.field("text", said.text());
                json.field("at", said.at());
            });
            json.objects("proposals", proposals, proposal -> {
                json.field("message", proposal.why());
                json.field("file", proposal.where());
                json.field("line", proposal.line());
                json.field("command", proposal.once());
            });
            json.field("unreadable_lines", history.unreadable());
        });
    }

    private static void figures(JsonOutput json, TaskHistory.Figures figures) {
        json.number("mean", rounded(figures.mean()));
        json.number("deviation", rounded(figures.deviation()));
        json.number("most", rounded(figures.most()));
    }

    private static BigDecimal rounded(double value) {
        return BigDecimal.valueOf(Math.round(value * 1000), 3).stripTrailingZeros();
    }
}
