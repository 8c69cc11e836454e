package dev.ralph.agent;

import dev.ralph.process.PlainText;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Reads the plain text of a program: everything it prints are its own words, said line by line, a long line in pieces.
/// What is meant for a terminal is taken out.
final class TextReader implements StreamReader {
    private static final int LONGEST_PIECE = 8 << 10;

    private final byte[] piece = new byte[LONGEST_PIECE];
    private int length;
    private boolean control;

    @Override
    public void read(byte[] bytes, int from, int to, Consumer<AgentEvent> sink) {
        for (int i = from; i < to; i++) {
            byte b = bytes[i];
            if (length == LONGEST_PIECE) {
                say(wholeCharacters(), sink);
            }
            piece[length++] = b;
            if (b == '\n') {
                say(length, sink);
            } else {
                control |= b >= 0 && b < ' ' && b != '\t';
            }
        }
    }

    @Override
    public void end(Consumer<AgentEvent> sink) {
        if (length > 0) {
            say(length, sink);
        }
        sink.accept(new AgentEvent.Text("", true));
    }

    private void say(int count, Consumer<AgentEvent> sink) {
        String text = new String(piece, 0, count, StandardCharsets.UTF_8);
        String words = control ? PlainText.of(text) : text;
        System.arraycopy(piece, count, piece, 0, length - count);
        length -= count;
        control = false;
        sink.accept(new AgentEvent.Text(words, false));
    }

    /// How many bytes of the full piece can be said without cutting a character.
    private int wholeCharacters() {
        int start = length - 1;
        while (start > length - 4 && (piece[start] & 0xc0) == 0x80) {
            start--;
        }
        int lead = piece[start] & 0xff;
        int needed = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
        return start + needed > length ? start : length;
    }
}
