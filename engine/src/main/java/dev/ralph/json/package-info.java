/// JSON text, plain values and records, each made from the other.
@NullMarked
package dev.ralph.json;

import org.jspecify.annotations.NullMarked;
