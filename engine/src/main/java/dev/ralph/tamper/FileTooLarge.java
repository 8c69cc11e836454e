package dev.ralph.tamper;

/// A text holds more than is kept of all of them together, or something longer than anybody writes.
final class FileTooLarge extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// @param why in words that follow the name of the file: "holds a line of 5000 characters"
    FileTooLarge(String why) {
        super(why, null, false, false);
    }

    String why() {
        return String.valueOf(getMessage());
    }
}
