/// The agent `builtin`: a real child process that lets a model read, write and run things until its turn is over.
///
/// Its jars lie apart from the command line's: see `docs/decisions/separate-jars.md`.
@NullMarked
package dev.ralph.builtin;

import org.jspecify.annotations.NullMarked;
