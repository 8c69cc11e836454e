/// The journal: the durable list of every loop's events, and what can be read from it.
@NullMarked
package dev.ralph.store;

import org.jspecify.annotations.NullMarked;
