package dev.ralph.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A process that owns something, described for people and told apart from every other process.
///
/// @param pid     its number, which the system gives to another process one day
/// @param born    boot of the machine, start time within it, and the PID namespace that numbers it; together with the
///                pid it never comes again
/// @param since   when it became the owner
/// @param command what it runs, as a person would type it
public record OwnerProcess(long pid, String born, String user, String host, Instant since, String command) {

    /// This process.
    public static OwnerProcess me(Instant since, String command) {
        long pid = self();
        return new OwnerProcess(
                pid,
                birth(pid),
                System.getProperty("user.name", "unknown"),
                line(Path.of("/proc/sys/kernel/hostname"), "unknown"),
                since,
                oneLine(command));
    }

    /// Whether exactly this process still runs. A pid that was given to another process does not count, and neither
    /// does a process of another machine.
    public boolean alive() {
        return !born.isEmpty() && born.equals(birth(pid));
    }

    /// Whether it was numbered in another PID namespace, as inside an agent's: its pid says nothing here.
    boolean foreign() {
        String[] parts = born.split("/");
        String namespace = namespace();
        return parts.length == 3 && !namespace.isEmpty() && !parts[2].equals(namespace);
    }

    /// As a person would say it.
    public String words() {
        return "process " + pid + " of " + user + " on " + host + " since " + since.truncatedTo(ChronoUnit.SECONDS)
                + " (" + command + ")";
    }

    String lines() {
        return "pid=" + pid + "\nborn=" + born + "\nuser=" + oneLine(user) + "\nhost=" + host + "\nsince=" + since
                + "\ncommand=" + command + "\n";
    }

    /// Null when the text is not a whole description.
    static @Nullable OwnerProcess read(String text) {
        Map<String, String> lines = new HashMap<>();
        for (String line : text.split("\n", -1)) {
            int sign = line.indexOf('=');
            if (sign > 0) {
                lines.put(line.substring(0, sign), line.substring(sign + 1));
            }
        }
        String command = lines.get("command");
        if (command == null || !text.endsWith("\n")) {
            return null;
        }
        try {
            return new OwnerProcess(
                    Long.parseLong(lines.getOrDefault("pid", "")),
                    lines.getOrDefault("born", ""),
                    lines.getOrDefault("user", "unknown"),
                    lines.getOrDefault("host", "unknown"),
                    Instant.parse(lines.getOrDefault("since", "")),
                    command);
        } catch (NumberFormatException | DateTimeException e) {
            return null;
        }
    }

    private static long self() {
        try {
            return Long.parseLong(Files.readSymbolicLink(Path.of("/proc/self")).toString());
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    /// Empty when there is no such process, or it has died and nobody has reaped it yet.
    private static String birth(long pid) {
        String stat = line(Path.of("/proc/" + pid + "/stat"), "");
        // The name of the program comes second, in parentheses, and may hold anything; the state is field 3, the start
        // time field 22.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ");
        return fields.length < 20 || fields[0].equals("Z") || fields[0].equals("X")
                ? ""
                : line(Path.of("/proc/sys/kernel/random/boot_id"), "") + "/" + fields[19] + "/" + namespace();
    }

    private static String namespace() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        } catch (IOException | UnsupportedOperationException unknown) {
            return "";
        }
    }

    private static String line(Path file, String otherwise) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).trim();
        } catch (IOException e) {
            return otherwise;
        }
    }

    private static String oneLine(String text) {
        return text.replace('\n', ' ').replace('\r', ' ');
    }
}
