/// Calls git so that nothing of the user's is overwritten and nothing of the repository's is executed.
@NullMarked
package dev.ralph.git;

import org.jspecify.annotations.NullMarked;
