package dev.ralph.cli;

import dev.ralph.git.Repository;
import dev.ralph.process.Containment;
import dev.ralph.process.ContainmentUnavailable;
import dev.ralph.process.ProgramOnPath;
import dev.ralph.process.Supervisor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What Ralph needs of the machine, tried for real.
record MachineCheckup(Map<String, String> environment) {
    static final String BUBBLEWRAP = "bubblewrap";

    List<DoctorFinding> look() throws IOException {
        List<DoctorFinding> findings = new ArrayList<>();
        findings.add(DoctorFinding.ready(
                "java", System.getProperty("java.runtime.version") + " in " + System.getProperty("java.home")));
        Path scratch = Files.createTempDirectory("ralph-doctor-");
        try {
            containment(findings, scratch);
            findings.add(bubblewrap());
            findings.addAll(SandboxCheckup.look(scratch.resolve("sandbox")));
            findings.add(git());
            findings.add(fileEvents(scratch));
        } finally {
            Files.deleteIfExists(scratch.resolve("sandbox"));
            Files.deleteIfExists(scratch);
        }
        return findings;
    }

    /// Every tier, strongest first; the first that works is the one loops use unless told otherwise.
    private static void containment(List<DoctorFinding> findings, Path leases) {
        boolean chosen = false;
        for (Containment tier : Containment.values()) {
            if (tier == Containment.AUTO) {
                continue;
            }
            String what = "containment " + tier.name().toLowerCase(Locale.ROOT);
            try (Supervisor supervisor = Supervisor.open(tier, leases)) {
                String how = supervisor.tier().how();
                findings.add(DoctorFinding.ready(what, "works" + (chosen ? ": " : " and is used: ") + how));
                chosen = true;
            } catch (ContainmentUnavailable unavailable) {
                findings.add(DoctorFinding.missing(what, String.valueOf(unavailable.getMessage())));
            }
        }
        if (!chosen) {
            findings.add(DoctorFinding.trouble(
                    "containment", "no way to contain agents works", "see above what each one needs"));
        }
    }

    private DoctorFinding bubblewrap() {
        return ProgramOnPath.find(environment, "bwrap")
                .map(program -> DoctorFinding.ready(BUBBLEWRAP, program.toString()))
                .orElseGet(() -> DoctorFinding.warning(
                        BUBBLEWRAP,
                        "bwrap is not on the PATH; `ralph \"...\"` needs it to confine agents",
                        "apt install bubblewrap"));
    }

    private static DoctorFinding git() {
        try {
            return Repository.version()
                    .map(version -> DoctorFinding.ready("git", version))
                    .orElseGet(() -> DoctorFinding.warning(
                            "git",
                            "not on the PATH",
                            "install the package git: --keep commit and `ralph demo` need it"));
        } catch (IOException broken) {
            return DoctorFinding.warning(
                    "git", String.valueOf(broken.getMessage()), "make `git --version` work for this user");
        }
    }

    private static DoctorFinding fileEvents(Path folder) {
        try (WatchService watch = FileSystems.getDefault().newWatchService()) {
            folder.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
            return DoctorFinding.ready("file events", "inotify works" + limits());
        } catch (IOException none) {
            return DoctorFinding.warning(
                    "file events",
                    "inotify does not work: " + none.getMessage(),
                    "DONE is then noticed by polling only; raise fs.inotify.max_user_watches and"
                            + " fs.inotify.max_user_instances with sysctl");
        }
    }

    private static String limits() {
        try {
            return " (max_user_watches " + limit("max_user_watches") + ", max_user_instances "
                    + limit("max_user_instances") + ")";
        } catch (IOException notLinux) {
            return "";
        }
    }

    /// In one read: the kernel answers no second one, and [Files#readString] begins with a single byte.
    private static String limit(String name) throws IOException {
        try (InputStream file = Files.newInputStream(Path.of("/proc/sys/fs/inotify", name))) {
            byte[] bytes = new byte[64];
            int length = file.read(bytes);
            return new String(bytes, 0, Math.max(0, length), StandardCharsets.US_ASCII).strip();
        }
    }
}
