/// The rehearsal agent: a real child process that plays a script instead of thinking.
@NullMarked
package dev.ralph.rehearsal;

import org.jspecify.annotations.NullMarked;
