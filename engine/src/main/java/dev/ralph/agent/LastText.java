package dev.ralph.agent;

/// The end of the last message that holds more than white space.
final class LastText {
    private static final int KEPT = 4000;

    private final StringBuilder message = new StringBuilder();
    private String last = "";
    private boolean closed;

    void add(String text, boolean closes) {
        if (closed) {
            message.setLength(0);
            closed = false;
        }
        message.append(text, Math.max(0, text.length() - KEPT), text.length());
        if (message.length() > 2 * KEPT) {
            message.delete(0, message.length() - KEPT);
        }
        if (closes) {
            keep();
            closed = true;
        }
    }

    String last() {
        if (!closed) {
            keep();
        }
        return last;
    }

    private void keep() {
        String words = message.toString().strip();
        if (!words.isEmpty()) {
            last = words.substring(Math.max(0, words.length() - KEPT));
        }
    }
}
