package dev.ralph.testkit;

import java.util.ArrayList;
import java.util.List;

/// What the model says, ready for any protocol.
///
/// @param ending how much of it is sent
record ModelAnswer(
        String id,
        String model,
        String thinking,
        String text,
        List<OfferedTools.Chosen> calls,
        TokenCounts usage,
        StopReason stop,
        Ending ending) {
    private static final int PIECE = 40;

    /// How far an answer gets.
    enum Ending {
        WHOLE,
        BREAKS_OFF
    }

    ModelAnswer {
        calls = List.copyOf(calls);
    }

    boolean breaksOff() {
        return ending == Ending.BREAKS_OFF;
    }

    String callId(String prefix, int index) {
        return prefix + id + "c" + index;
    }

    /// The text in the pieces it is streamed in; no piece splits a character.
    List<String> pieces() {
        List<String> pieces = new ArrayList<>();
        for (int from = 0; from < text.length(); ) {
            int to = Math.min(text.length(), from + PIECE);
            if (to < text.length() && Character.isHighSurrogate(text.charAt(to - 1))) {
                to++;
            }
            pieces.add(text.substring(from, to));
            from = to;
        }
        return pieces;
    }
}
