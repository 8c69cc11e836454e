package dev.ralph.claim;

import java.util.List;

/// The words between two full stops, in one paragraph, item, heading or cell.
///
/// @param log it looks like a line that a tool has printed: only figures in it mean anything
record Sentence(List<Token> tokens, boolean log) {
    /// Longer ones are cut, so that a look back or ahead costs little.
    static final int LONGEST = 400;

    Sentence {
        tokens = List.copyOf(tokens);
    }

    int size() {
        return tokens.size();
    }

    String word(int at) {
        return at >= 0 && at < tokens.size() ? tokens.get(at).word() : "";
    }

    boolean isMark(int at) {
        return at >= 0 && at < tokens.size() && tokens.get(at).isMark();
    }

    int line(int at) {
        return tokens.get(at).line();
    }
}
