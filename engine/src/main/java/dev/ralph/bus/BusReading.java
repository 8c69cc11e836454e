package dev.ralph.bus;

import java.util.List;

/// Messages in file order, and what was stepped over to get them.
public record BusReading(List<BusMessage> messages, List<BusWarning> warnings) {
    public BusReading {
        messages = List.copyOf(messages);
        warnings = List.copyOf(warnings);
    }
}
