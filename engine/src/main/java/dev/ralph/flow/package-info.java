/// Many tasks as a pure machine: which is next, who holds a slot and how much may be spent, and what is merged and
/// recorded.
@NullMarked
package dev.ralph.flow;

import org.jspecify.annotations.NullMarked;
