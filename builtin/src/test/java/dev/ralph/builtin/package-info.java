@NullMarked
package dev.ralph.builtin;

import org.jspecify.annotations.NullMarked;
