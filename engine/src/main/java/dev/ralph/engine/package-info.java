/// Puts loops together and runs them: one process owns a loop, performs its decisions, and brings it back after a
/// crash.
@NullMarked
package dev.ralph.engine;

import org.jspecify.annotations.NullMarked;
