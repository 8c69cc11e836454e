package dev.ralph.cli;

import java.io.PrintStream;

/// Every byte as it is, for a file or another program.
record RawSink(PrintStream out) implements LogSink {
    @Override
    public void write(byte[] bytes, int from, int length) {
        out.write(bytes, from, length);
    }

    @Override
    public void pause() {
        out.flush();
    }

    @Override
    public void end() {
        out.flush();
    }

    @Override
    public boolean unheard() {
        return out.checkError();
    }
}
