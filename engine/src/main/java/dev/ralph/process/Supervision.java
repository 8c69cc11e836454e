package dev.ralph.process;

/// What a [Supervisor] does, by whichever means the tier has.
sealed interface Supervision extends AutoCloseable permits NativeSupervision, BasicSupervision {
    Running start(Launch launch) throws CannotStart;

    @Override
    void close();
}
