package dev.ralph.store;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What machines ask people.
///
/// Questions promise:
/// 1. A question is known exactly when the entry that asks it is in the journal.
/// 2. The first answer counts, whoever gives it, and stays; it survives a power cut.
public interface Questions {

    /// @param id     as the event has it that asked
    /// @param answer null while nobody has answered
    /// @param by     who answered
    record Question(
            String id,
            String stream,
            String text,
            @Nullable String answer,
            @Nullable String by) {}

    /// Those that nobody has answered, of machines that have not ended, oldest first.
    List<Question> open();

    Optional<Question> question(String id);

    /// @return whether this is the answer that counts; false where there was one before, and where nobody asked
    boolean answer(String id, String text, String by);
}
