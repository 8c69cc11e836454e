/// Reads test reports and compares two runs test by test: nothing that passed may fail, vanish or be skipped.
@NullMarked
package dev.ralph.ratchet;

import org.jspecify.annotations.NullMarked;
