package dev.ralph.loop;

/// How often the same happened without anything else in between.
record Row(int length) {

    /// `1 time`, `2 times in a row`.
    String of(String noun) {
        return length == 1 ? "1 " + noun : length + " " + noun + "s in a row";
    }
}
