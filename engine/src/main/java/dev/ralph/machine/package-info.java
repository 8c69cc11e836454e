/// The frame that loop, pipeline and flow share: events move a state, the state alone implies the decision, a world
/// performs it.
@NullMarked
package dev.ralph.machine;

import org.jspecify.annotations.NullMarked;
