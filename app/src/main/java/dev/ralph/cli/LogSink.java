package dev.ralph.cli;

/// Where the output of a run goes when somebody looks at it.
interface LogSink {
    void write(byte[] bytes, int from, int length);

    /// All that is there for now has been written.
    void pause();

    /// The output of one run is over.
    void end();

    /// Whether nobody reads any more.
    boolean unheard();
}
