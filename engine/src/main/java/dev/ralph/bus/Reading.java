package dev.ralph.bus;

import java.util.List;

/// Messages in file order, and what was stepped over to get them.
public record Reading(List<Message> messages, List<Warning> warnings) {
    public Reading {
        messages = List.copyOf(messages);
        warnings = List.copyOf(warnings);
    }
}
