package dev.ralph.process;

import java.util.function.Consumer;

/// What keeps the processes of one agent together: what a signal reaches, and what counts as proof of their end.
///
/// The thread that starts the agent calls [#order], [#started] and [#notStarted], the watch's thread everything
/// else.
sealed interface ProcessScope permits SessionScope, NamespaceScope {
    /// The order that starts the agent inside this hold.
    Spawn.Order order(Launch launch, String program);

    /// The process was born; called before anybody else hears of it.
    void started(int pid, long start);

    /// Nothing was born after all.
    void notStarted();

    /// Asks the agent to end, waking it if it is stopped.
    void ask();

    /// Ends everything at once; harmless when repeated.
    void kill();

    ExitStatus status(SystemCalls.Reaped main);

    /// The main process ended by itself, and it was the enclosure that could not be made, not the program.
    default boolean neverBegan() {
        return false;
    }

    /// The main process was reaped: ends what is left and then, once, says what that showed.
    void clear(Consumer<Remains> done);

    /// @param leaked whether something was seen alive after the main process
    record Remains(boolean leaked, ProofOfEnd proof) {}
}
