/// One attempt: its prompt, its agent, what that says while it runs, and what its end means.
@NullMarked
package dev.ralph.attempt;

import org.jspecify.annotations.NullMarked;
