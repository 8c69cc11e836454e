package dev.ralph.cli;

import dev.ralph.cli.DoctorFinding.Level;
import dev.ralph.wording.Amount;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// `ralph doctor`: what works on this machine and in this project, what does not, and what to do about it.
record DoctorCommand(CommandContext context) {

    static Command doctor(CommandContext context) {
        return Command.of("doctor", Commands.HOUSEKEEPING, new DoctorCommand(context)::look)
                .summary("check the machine and the project, clean up after crashes, remake missing files")
                .option(Option.flag(
                        "rebuild-journal",
                        "make a new journal of what can be read of a damaged one, which is kept under another name"))
                .options(Commands.place())
                .example("ralph doctor", "exit code 0 when everything needed is ready, else 1")
                .example("ralph doctor --json", "as JSON, for scripts");
    }

    private int look(Invocation invocation) throws IOException {
        List<DoctorFinding> findings = new ArrayList<>(new MachineCheckup(context.environment()).look());
        findings.addAll(new AgentCheckup(Path.of("").toAbsolutePath(), context.environment()).look());
        findings.addAll(new ProjectCheckup(context, invocation).look());
        Console console = context.colored(invocation);
        json(console, findings);
        findings.forEach(finding -> print(console, finding));
        console.say("");
        console.say(end(findings));
        first(findings).ifPresent(advice -> console.say("First: " + Console.harmless(advice)));
        return count(findings, Level.TROUBLE) == 0 ? ExitCode.OK : ExitCode.TROUBLE;
    }

    private static void print(Console console, DoctorFinding finding) {
        String level = switch (finding.level()) {
            case READY -> console.green("ready") + "  ";
            case FIXED -> console.green("fixed") + "  ";
            case MISSING -> console.dim("missing");
            case WARNING -> console.yellow("warning");
            case TROUBLE -> console.red("trouble");
        };
        String what = finding.what();
        String text = Console.harmless(finding.text().replace("\n", "; "));
        console.say(level + "  " + what + " ".repeat(Math.max(1, 23 - what.length())) + text);
        if (finding.advice() != null) {
            console.say(" ".repeat(9) + "→ " + Console.harmless(finding.advice()));
        }
    }

    private static String end(List<DoctorFinding> findings) {
        long troubles = count(findings, Level.TROUBLE);
        long warnings = count(findings, Level.WARNING);
        String warned = Amount.of(warnings, "warning") + ".";
        boolean isAgentless =
                findings.stream().anyMatch(finding -> finding.what().equals(AgentCheckup.AGENTS));
        boolean isUnconfined = findings.stream()
                .anyMatch(finding -> finding.what().equals(MachineCheckup.BUBBLEWRAP) && finding.advice() != null);
        return troubles == 0
                ? (isAgentless
                                ? "No agent is ready."
                                : isUnconfined ? "No sandbox is ready." : "Everything needed is ready.")
                        + (warnings == 0 ? "" : " " + warned)
                : Amount.of(troubles, "problem") + (warnings == 0 ? "." : ", " + warned);
    }

    private static long count(List<DoctorFinding> findings, Level level) {
        return findings.stream().filter(finding -> finding.level() == level).count();
    }

    /// What to do before anything else: whatever keeps loops from running, then getting an agent to run.
    private static Optional<String> first(List<DoctorFinding> findings) {
        return findings.stream()
                .filter(finding -> finding.advice() != null)
                .min(Comparator.comparing(DoctorFinding::level, Comparator.reverseOrder())
                        .thenComparingInt(finding -> finding.what().startsWith("agent") ? 0 : 1))
                .map(DoctorFinding::advice);
    }

    private static void json(Console console, List<DoctorFinding> findings) {
        console.object(json -> {
            json.field("ok", count(findings, Level.TROUBLE) == 0);
            json.field("troubles", count(findings, Level.TROUBLE));
            json.field("warnings", count(findings, Level.WARNING));
            json.field("first", first(findings).orElse(null));
            json.objects("findings", findings, finding -> {
                json.code("level", finding.level());
                json.field("what", finding.what().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_"));
                json.field("message", finding.text());
                json.field("advice", finding.advice());
            });
        });
    }
}
