@NullMarked
package dev.ralph.spec;

import org.jspecify.annotations.NullMarked;
