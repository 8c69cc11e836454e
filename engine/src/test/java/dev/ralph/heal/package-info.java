@NullMarked
package dev.ralph.heal;

import org.jspecify.annotations.NullMarked;
