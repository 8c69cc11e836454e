/// Brings issues of a tracker into the list of tasks, and tells the tracker what became of them.
@NullMarked
package dev.ralph.tracker;

import org.jspecify.annotations.NullMarked;
