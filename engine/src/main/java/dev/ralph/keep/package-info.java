/// Brings accepted work to where its user wants it.
@NullMarked
package dev.ralph.keep;

import org.jspecify.annotations.NullMarked;
