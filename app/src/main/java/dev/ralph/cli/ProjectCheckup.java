package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.config.ConfigProblem;
import dev.ralph.config.InvalidConfiguration;
import dev.ralph.engine.PublicFileRepair;
import dev.ralph.paths.RequestRefused;
import dev.ralph.paths.StateLayout;
import dev.ralph.process.SweepResult;
import dev.ralph.wording.Amount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether a project is in order; what is not and can be made again is made again.
record ProjectCheckup(CommandContext context, Invocation invocation) {
    private static final long LITTLE = 1L << 30;
    private static final long TOO_LITTLE = 64L << 20;

    List<DoctorFinding> look() throws IOException {
        List<DoctorFinding> findings = new ArrayList<>();
        Ralph ralph = opened(findings);
        if (ralph == null) {
            return findings;
        }
        StateLayout layout = ralph.layout();
        findings.add(disk(layout.state()));
        if (Files.exists(layout.state(), LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(layout.state())) {
            findings.add(DoctorFinding.trouble(
                    "state", layout.state() + " is a file, or a link to nothing", "move it away"));
            return findings;
        }
        if (!Files.isDirectory(layout.state())) {
            findings.add(
                    DoctorFinding.ready("state", "none yet: " + layout.state() + " is made by the first `ralph run`"));
            return findings;
        }
        if (!Files.isWritable(layout.state())) {
            findings.add(
                    Files.getFileStore(layout.state()).isReadOnly()
                            ? DoctorFinding.trouble(
                                    "state", layout.state() + " lies on a read-only disk", "make it writable")
                            : DoctorFinding.trouble(
                                    "state",
                                    layout.state() + " cannot be written by this user",
                                    "change its owner or permissions"));
            return findings;
        }
        findings.add(leases(ralph));
        if (invocation.has("rebuild-journal")) {
            findings.add(new JournalCheckup(ralph).rebuild());
        }
        JournalCheckup.Result journal = new JournalCheckup(ralph).look();
        findings.addAll(journal.findings());
        if (journal.sound()) {
            findings.addAll(publicFiles(ralph));
        }
        return findings;
    }

    private @Nullable Ralph opened(List<DoctorFinding> findings) {
        try {
            Ralph ralph = context.ralph(invocation);
            List<ConfigProblem> warnings = ralph.settings().warnings();
            for (ConfigProblem warning : warnings) {
                findings.add(DoctorFinding.warning("configuration", warning.toString(), "rename or remove it"));
            }
            var _ = ralph.prices();
            if (warnings.isEmpty()) {
                findings.add(DoctorFinding.ready("configuration", "valid"));
            }
            return ralph;
        } catch (RequestRefused wrong) {
            findings.add(DoctorFinding.trouble(
                    "configuration", String.valueOf(wrong.getMessage()), "correct it; until then no loop starts here"));
            return null;
        } catch (InvalidConfiguration invalid) {
            for (ConfigProblem problem : invalid.problems()) {
                findings.add(DoctorFinding.trouble(
                        "configuration", problem.toString(), "correct it; until then no command works here"));
            }
            return null;
        }
    }

    private static DoctorFinding disk(Path state) throws IOException {
        Path there = state;
        while (there != null && !Files.exists(there)) {
            there = there.getParent();
        }
        if (there == null) {
            return DoctorFinding.trouble("disk", "no folder above " + state + " exists", "give another --dir");
        }
        long free = Files.getFileStore(there).getUsableSpace();
        String text = (free >> 20) + " MB free where " + state + " lies";
        if (free < TOO_LITTLE) {
            return DoctorFinding.trouble("disk", text, "make room: a loop that cannot write its journal stops");
        }
        return free < LITTLE
                ? DoctorFinding.warning(
                        "disk", text, "make room: agents' output is kept, up to its limit for each attempt")
                : DoctorFinding.ready("disk", text);
    }

    private static DoctorFinding leases(Ralph ralph) {
        SweepResult sweep = ralph.endLeftovers();
        if (!sweep.survivors().isEmpty()) {
            return DoctorFinding.trouble(
                    "leases",
                    String.join("; ", sweep.survivors()),
                    "end these processes as the user who owns them, then run `ralph doctor` again");
        }
        if (!sweep.ended().isEmpty()) {
            return DoctorFinding.fixed(
                    "leases",
                    "ended " + Amount.of(sweep.ended().size(), "process", "processes") + " left by a killed Ralph");
        }
        return DoctorFinding.ready("leases", "no leftover processes (running agents: " + sweep.live() + ")");
    }

    private static List<DoctorFinding> publicFiles(Ralph ralph) throws IOException {
        List<DoctorFinding> findings = new ArrayList<>();
        PublicFileRepair repairs = ralph.repairPublicFiles();
        for (String complaint : repairs.complaints()) {
            findings.add(DoctorFinding.trouble("public files", complaint, "change its owner or permissions"));
        }
        for (Path file : repairs.remade()) {
            findings.add(
                    DoctorFinding.fixed("public files", file + " was missing or wrong; rewritten from the journal"));
        }
        if (findings.isEmpty()) {
            findings.add(DoctorFinding.ready("public files", "up to date (ended loops: " + repairs.loops() + ")"));
        }
        return findings;
    }
}
