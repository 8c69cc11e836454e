package dev.ralph.store;

import java.io.IOException;
import java.util.List;

/// What others ask of a machine that somebody runs; its owner picks it up.
///
/// Requests promise:
/// 1. A request is whole or not there.
/// 2. It stays until it is [#done], which its owner says only after it took effect in the journal, or after it turned
/// out to mean nothing.
/// 3. They wait in the order in which they were sent. Taking one twice does no harm: a second stop changes nothing, a
/// loop is adopted once.
public interface Requests {

    /// What can be asked for.
    enum Kind {
        STOP,
        STOP_AFTER_ATTEMPT,
        CANCEL,
        HOLD,
        RELEASE,
        /// The text is what a person says to the agent.
        TELL,
        /// Run another loop, whose id is the text, as a child of one of this loop's runs.
        ADOPT;

        public boolean stops() {
            return this == STOP || this == STOP_AFTER_ATTEMPT || this == CANCEL;
        }
    }

    /// @param id   tells it from every other one, also from those that were done before
    /// @param text who asks; for ADOPT the id of the loop to run, for TELL what is said
    record Request(String stream, String id, Kind kind, String text) {}

    /// Leaves a request for who owns the stream.
    void send(String stream, Kind kind, String text) throws IOException;

    /// Requests that wait, oldest first.
    List<Request> waiting(String stream);

    void done(Request request) throws IOException;

    /// The machine has ended: nothing can be asked of it any more.
    default void forgetAll(String stream) throws IOException {
        for (Request request : waiting(stream)) {
            done(request);
        }
    }
}
