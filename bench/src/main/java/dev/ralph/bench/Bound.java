package dev.ralph.bench;

/// What a goal asks for.
record Bound(Side side, double value) {
    enum Side {
        AT_MOST,
        AT_LEAST,
        /// Only for comparison.
        ANYTHING
    }

    static Bound atMost(double value) {
        return new Bound(Side.AT_MOST, value);
    }

    static Bound atLeast(double value) {
        return new Bound(Side.AT_LEAST, value);
    }

    static Bound none() {
        return new Bound(Side.ANYTHING, 0);
    }

    String words() {
        return switch (side) {
            case AT_MOST -> "<= " + Row.number(value);
            case AT_LEAST -> ">= " + Row.number(value);
            case ANYTHING -> "";
        };
    }

    String verdict(double measured) {
        return switch (side) {
            case AT_MOST -> measured <= value ? "met" : "**missed**";
            case AT_LEAST -> measured >= value ? "met" : "**missed**";
            case ANYTHING -> "";
        };
    }
}
