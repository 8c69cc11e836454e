package dev.ralph.cli;

import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/// Turns bytes into text piece by piece, so that a line of any length takes little memory; what is no UTF-8 becomes
/// replacement characters.
abstract class TextSink implements LogSink {
    private static final int CHUNK = 1 << 13;

    private final PrintStream out;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private final ByteBuffer bytes = ByteBuffer.allocate(CHUNK);
    private final CharBuffer chars = CharBuffer.allocate(CHUNK + 8);

    TextSink(PrintStream out) {
        this.out = out;
    }

    final PrintStream out() {
        return out;
    }

    abstract void text(CharSequence text);

    @Override
    public void write(byte[] from, int start, int length) {
        for (int at = start; at < start + length; ) {
            int part = Math.min(bytes.remaining(), start + length - at);
            bytes.put(from, at, part);
            at += part;
            decode(false);
        }
    }

    /// Bytes of a character that is not complete yet stay in the buffer.
    private void decode(boolean last) {
        bytes.flip();
        decoder.decode(bytes, chars, last);
        bytes.compact();
        if (last) {
            decoder.flush(chars);
            decoder.reset();
            bytes.clear();
        }
        text(chars.flip());
        chars.clear();
    }

    @Override
    public void pause() {
        out.flush();
    }

    @Override
    public void end() {
        decode(true);
        out.flush();
    }

    @Override
    public boolean unheard() {
        return out.checkError();
    }
}
