package dev.ralph.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// `ralph doctor`: what works on this machine and in this project, what does not, and what to do about it.
record DoctorCommand(CommandContext context) {

    static Command doctor(CommandContext context) {
        return Command.of(
                        "doctor",
                        Commands.HOUSEKEEPING,
                        "check the machine and the project, clean up after crashes, remake missing files",
                        new DoctorCommand(context)::look)
                .option(Option.flag(
                        "rebuild-journal",
                        "make a new journal of what can be read of a damaged one, which is kept under another name"))
                .options(Commands.place())
                .example("ralph doctor", "exit code 0 when everything needed is ready, 1 otherwise")
                .example("ralph doctor --json", "the same for a program");
    }

    private int look(Invocation invocation) throws IOException {
        List<DoctorFinding> findings = new ArrayList<>(new MachineCheckup(context.environment()).look());
        findings.addAll(new AgentCheckup(Path.of("").toAbsolutePath(), context.environment()).look());
        findings.addAll(new ProjectCheckup(context, invocation).look());
        long troubles = findings.stream()
                .filter(finding -> finding.level() == DoctorFinding.Level.TROUBLE)
                .count();
        Console console = context.colored(invocation);
        if (console.json()) {
            json(console, findings, troubles);
        } else {
            findings.forEach(finding -> print(console, finding));
            console.say("");
            console.say(
                    troubles == 0
                            ? "everything needed is ready"
                            : troubles + " need attention: do what the arrows say");
        }
        return troubles == 0 ? ExitCode.OK : ExitCode.TROUBLE;
    }

    private static void print(Console console, DoctorFinding finding) {
        String level = switch (finding.level()) {
            case OK -> console.green("ok     ");
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

    private static void json(Console console, List<DoctorFinding> findings, long troubles) {
        JsonOutput json = new JsonOutput(console.out());
        json.object(() -> {
            json.field("ok", troubles == 0);
            json.arrayField("findings", () -> {
                for (DoctorFinding finding : findings) {
                    json.object(() -> {
                        json.field("level", finding.level().name().toLowerCase(Locale.ROOT));
                        json.field("what", finding.what());
                        json.field("text", finding.text());
                        json.field("advice", finding.advice());
                    });
                }
            });
        });
        json.end();
    }
}
