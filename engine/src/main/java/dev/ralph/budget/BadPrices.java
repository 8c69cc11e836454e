package dev.ralph.budget;

/// A price table cannot be understood; the message says what is wrong where.
public final class BadPrices extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadPrices(String file, String problem) {
        super(file + ": " + problem);
    }
}
