package dev.ralph.ratchet;

/// A report that cannot be read to its end: nothing of it is believed.
public final class BrokenReport extends Exception {
    private static final long serialVersionUID = 1L;

    BrokenReport(String why) {
        super(why, null, false, false);
    }
}
