/// Publishes what the journal says on loopback: events as they happen, and pages of JSON; nothing here writes.
@NullMarked
package dev.ralph.serve;

import org.jspecify.annotations.NullMarked;
