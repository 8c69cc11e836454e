/// Names every step that lasts, so that a test can end the process right before, inside and after it.
@NullMarked
package dev.ralph.fault;

import org.jspecify.annotations.NullMarked;
