package dev.ralph.board;

import java.io.IOException;

/// The project behind a board.
public interface BoardSource {
    /// How things stand now. It is called often, so it only reads what has changed.
    BoardModel look() throws IOException;

    /// Forgets what it has read.
    void forget();

    BoardDetail detail(String task) throws IOException;

    /// Does what a task is to have done to it.
    ///
    /// @return what came of it, in one line
    String perform(BoardAction action) throws Exception;
}
