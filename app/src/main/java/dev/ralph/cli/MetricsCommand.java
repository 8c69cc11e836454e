package dev.ralph.cli;

import dev.ralph.CorrectionMetrics;
import dev.ralph.Ralph;
import dev.ralph.config.NearestName;
import dev.ralph.wording.Amount;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// `ralph metrics`: how well specs correct themselves, against the targets of specification 000.
record MetricsCommand(CommandContext context) {
    private static final int DIGITS = 3;

    static Command metrics(CommandContext context) {
        return Command.of("metrics", Commands.LOOKING, new MetricsCommand(context)::show)
                .summary("how well specs correct themselves: rates, attempts, types of failures")
                .options(Commands.place())
                .argument(Argument.optional("FEATURE", "one spec; without it, all of them"))
                .example("ralph metrics", "all specs, and each of them")
                .example("ralph metrics checkout-flow --json", "one spec, for a program");
    }

    private int show(Invocation typed) {
        Ralph ralph = context.ralph(typed);
        Console console = context.console(typed);
        CorrectionMetrics all = ralph.correctionMetrics();
        String spec = typed.argument("FEATURE").orElse(null);
        if (spec != null && !all.specs().contains(spec)) {
            throw new BadUsage("no task of spec " + spec + " was worked on" + NearestName.hint(spec, all.specs()));
        }
        if (!console.json() && all.tasks().isEmpty()) {
            console.say("no task of a spec was worked on yet; start with `ralph heal FEATURE`");
            return ExitCode.OK;
        }
        CorrectionMetrics shown = spec == null ? all : all.of(spec);
        json(console, shown, spec);
        lines(shown).forEach(console::say);
        if (spec == null && all.specs().size() > 1) {
            all.specs().forEach(one -> {
                console.say("");
                console.say(console.bold(Console.harmless(one)));
                lines(all.of(one)).forEach(console::say);
            });
        }
        return ExitCode.OK;
    }

    /// The figures, each with its target.
    static List<String> lines(CorrectionMetrics metrics) {
        List<String> lines = new ArrayList<>();
        lines.add(Amount.of(metrics.tasks().size(), "task") + ", " + metrics.failed() + " failed, " + metrics.healed()
                + " healed, " + metrics.escalated() + " escalated");
        lines.add("  self-correction rate  " + percent(metrics.selfCorrectionRate()) + "  (target > 90 %)");
        lines.add("  average attempts      " + number(metrics.averageAttempts()) + "  (target < 1.5)");
        lines.add("  escalation rate       " + percent(metrics.escalationRate()) + "  (target < 10 %)");
        metrics.types().forEach((type, count) -> lines.add("  " + type + "  " + count));
        return lines;
    }

    private static String percent(OptionalDouble part) {
        return part.isEmpty() ? "none yet" : String.format(Locale.ROOT, "%.0f %%", part.getAsDouble() * 100);
    }

    private static String number(OptionalDouble value) {
        return value.isEmpty() ? "none yet" : String.format(Locale.ROOT, "%.1f", value.getAsDouble());
    }

    private static void json(Console console, CorrectionMetrics metrics, @Nullable String spec) {
        console.object(json -> {
            json.field("spec", spec);
            fields(json, metrics);
            json.objects("specs", metrics.specs(), one -> {
                json.field("spec", one);
                fields(json, metrics.of(one));
            });
            json.arrayField(
                    "days",
                    () -> metrics.byDay(ZoneId.systemDefault())
                            .forEach((day, of) -> json.object(() -> {
                                json.field("day", day.toString());
                                fields(json, of);
                            })));
        });
    }

    private static void fields(JsonOutput json, CorrectionMetrics metrics) {
        json.field("tasks", metrics.tasks().size());
        json.field("failed", metrics.failed());
        json.field("healed", metrics.healed());
        json.field("escalated", metrics.escalated());
        rate(json, "self_correction_rate", metrics.selfCorrectionRate());
        rate(json, "average_attempts", metrics.averageAttempts());
        rate(json, "escalation_rate", metrics.escalationRate());
        json.arrayField(
                "types",
                () -> metrics.types()
                        .forEach((type, count) -> json.object(() -> {
                            json.field("type", type);
                            json.field("count", count);
                        })));
    }

    private static void rate(JsonOutput json, String name, OptionalDouble value) {
        json.number(
                name,
                value.isEmpty()
                        ? null
                        : BigDecimal.valueOf(value.getAsDouble()).setScale(DIGITS, RoundingMode.HALF_UP));
    }
}
