/// Where the programs of a loop run: the workspace they see, the sandbox they run in, the variables they get.
@NullMarked
package dev.ralph.environment;

import org.jspecify.annotations.NullMarked;
