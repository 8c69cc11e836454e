package dev.ralph.loop;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an attempt was confined to, and whom it called from there.
///
/// @param tier     of the sandbox: `L1`, `L2` or `L3`, and `L0` for none
/// @param notes    as whom it ran, and what could not be held back or bounded
/// @param contacts whom it called by the proxy, or tried to
public record SandboxReport(String tier, List<String> notes, List<Contact> contacts) {
    /// In no sandbox.
    public static final SandboxReport NONE = new SandboxReport("L0", List.of(), List.of());

    public SandboxReport {
        notes = List.copyOf(notes);
        contacts = List.copyOf(contacts);
    }

    /// All calls of one host with the same result.
    ///
    /// @param host    with its port
    /// @param refused why, null where they were let through
    public record Contact(String host, @Nullable String refused, long times, long sent, long received) {}
}
