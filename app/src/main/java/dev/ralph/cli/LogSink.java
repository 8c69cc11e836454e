package dev.ralph.cli;

import dev.ralph.agent.ResetTimes;
import dev.ralph.agent.StreamFormat;
import java.io.PrintStream;

/// Where the output of a run goes when somebody looks at it.
interface LogSink {

    /// For a terminal.
    static LogSink readable(PrintStream out, StreamFormat format) {
        return format == StreamFormat.TEXT
                ? new TerminalSink(out)
                : new WordsSink(out, format.reader(ResetTimes.UNKNOWN));
    }

    void write(byte[] bytes, int from, int length);

    /// All that is there for now has been written.
    void pause();

    /// The output of one run is over.
    void end();

    /// Whether nobody reads any more.
    boolean unheard();
}
