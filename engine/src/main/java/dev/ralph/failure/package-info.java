/// What the output of a failed task says: its kind, its place, its likely cause.
@NullMarked
package dev.ralph.failure;

import org.jspecify.annotations.NullMarked;
