package dev.ralph.spec;

import java.util.List;

/// A correctness property: what holds for any input.
///
/// @param text      what stands below its title, as written
/// @param validates the requirements and criteria it shows, as `1` or `1.2`
public record Property(String number, String title, String text, List<String> validates, Section section) {
    public Property {
        validates = List.copyOf(validates);
    }
}
