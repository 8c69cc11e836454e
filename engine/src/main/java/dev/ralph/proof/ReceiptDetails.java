package dev.ralph.proof;

import dev.ralph.receipt.Evidence;
import dev.ralph.receipt.Fingerprint;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a receipt tells of a check beyond what it found.
///
/// @param command what was executed, null where nothing was
/// @param room    where that was
/// @param again   the second run of the same, null where there was none
/// @param tests   the table of tests as a JSON object, null where there is none
/// @param printed the files that hold all that was printed, in order
record ReceiptDetails(
        @Nullable String command,
        Fingerprint.Room room,
        Evidence.@Nullable Again again,
        @Nullable String tests,
        List<Path> printed) {
    /// Of a check that executes nothing.
    static final ReceiptDetails NONE = new ReceiptDetails(null, Fingerprint.Room.NONE, null, null, List.of());

    ReceiptDetails {
        printed = List.copyOf(printed);
    }

    /// Of a command that ran once.
    static ReceiptDetails of(String command, Fingerprint.Room room, CheckProcesses.Ran ran) {
        return new ReceiptDetails(command, room, null, null, List.of(ran.stdout(), ran.stderr()));
    }

    ReceiptDetails with(Evidence.Again second) {
        return new ReceiptDetails(command, room, second, tests, printed);
    }

    /// @param table a JSON object
    ReceiptDetails withTests(String table) {
        return new ReceiptDetails(command, room, again, table, printed);
    }
}
