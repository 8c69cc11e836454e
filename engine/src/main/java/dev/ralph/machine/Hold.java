package dev.ralph.machine;

/// Whether nothing new begins in a machine and its children, and who said so last.
public record Hold(boolean on, String by) {
    public static final Hold OFF = new Hold(false, "nobody");
}
