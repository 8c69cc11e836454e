/// The tasks of a spec folder, whose documents are corrected when a task fails: specification 000.
@NullMarked
package dev.ralph.heal;

import org.jspecify.annotations.NullMarked;
