package dev.ralph.board;

/// A key that was pressed, or text that was pasted.
///
/// @param text what was typed; empty for keys that write nothing
record Key(Kind kind, String text) {
    enum Kind {
        UP,
        DOWN,
        LEFT,
        RIGHT,
        PAGE_UP,
        PAGE_DOWN,
        HOME,
        END,
        ENTER,
        ESCAPE,
        BACKSPACE,
        /// Ctrl-C.
        INTERRUPT,
        TEXT,
        /// Many characters at once, none of which is a command.
        PASTE,
        UNKNOWN
    }

    static Key of(Kind kind) {
        return new Key(kind, "");
    }

    static Key typed(String text) {
        return new Key(Kind.TEXT, text);
    }
}
