/// Finds the completion promise in what an agent writes: literally, in one pass, in bounded memory.
@NullMarked
package dev.ralph.signal;

import org.jspecify.annotations.NullMarked;
