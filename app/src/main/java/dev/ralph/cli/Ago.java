package dev.ralph.cli;

import java.time.Duration;

/// How long ago, in one short word.
final class Ago {
    private Ago() {}

    static String words(Duration since) {
        long seconds = Math.max(0, since.toSeconds());
        if (seconds < 60) {
            return seconds + "s ago";
        }
        if (seconds < 3600) {
            return seconds / 60 + "m ago";
        }
        return seconds < 86_400 ? seconds / 3600 + "h ago" : seconds / 86_400 + "d ago";
    }
}
