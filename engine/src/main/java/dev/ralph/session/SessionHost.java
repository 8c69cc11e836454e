package dev.ralph.session;

import java.util.List;
import java.util.Optional;

/// The program whose sessions are kept going: an editor, a terminal program, a driver of agent processes.
///
/// Every method may be called from any thread, and may take its time. What a method does not know it leaves at its
/// default. An exception is told to the user and never ends the program.
public interface SessionHost {

    /// The messages of a session, oldest first.
    default List<SessionMessage> messages(String sessionId) throws Exception {
        return List.of();
    }

    /// The same session as the program has written it down, with times: a second place to find what the agent said.
    default List<SessionMessage> transcript(String sessionId) throws Exception {
        return List.of();
    }

    /// Sends a prompt to the session's agent. Returning means that it was accepted; the agent's turn may go on.
    default void inject(String sessionId, String prompt) throws Exception {}

    /// Tells the user.
    default void show(SessionNotice notice) {}

    default Existence existence(String sessionId) throws Exception {
        return Existence.UNKNOWN;
    }

    /// Whether the session's agent is at work right now.
    default Activity activity(String sessionId) {
        return Activity.UNKNOWN;
    }

    /// Asked when the agent claims to be done: why that is not believed, in words the agent can use; empty to believe
    /// it. An objection costs an iteration, so their number is limited like everything else.
    ///
    /// @param claimed the task, the promise that was given, and the iteration in which it was given
    default Optional<String> objection(RalphLoopState claimed) throws Exception {
        return Optional.empty();
    }

    default void log(LogLine line) {}

    enum Existence {
        EXISTS,
        GONE,
        UNKNOWN
    }

    enum Activity {
        BUSY,
        IDLE,
        UNKNOWN
    }
}
