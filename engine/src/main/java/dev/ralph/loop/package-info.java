/// The pure heart: events move a loop's state, the state alone implies the decision.
@NullMarked
package dev.ralph.loop;

import org.jspecify.annotations.NullMarked;
