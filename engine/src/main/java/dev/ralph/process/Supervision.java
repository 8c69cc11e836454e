package dev.ralph.process;

/// What a [Supervisor] does, by whichever means the tier has.
sealed interface Supervision extends AutoCloseable permits NativeSupervision, JdkSupervision {
    RunningProcess start(Launch launch) throws CannotStart;

    /// Whether a program can get a view of the machine of its own.
    boolean givesViews();

    @Override
    void close();
}
