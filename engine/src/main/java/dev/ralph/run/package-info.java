/// Performs decisions on real files, processes and repositories, and writes the public files.
@NullMarked
package dev.ralph.run;

import org.jspecify.annotations.NullMarked;
