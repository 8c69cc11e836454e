/// Tokens, money, prices, limits of both, stated reset times and back-off, without clock, files or randomness of its
/// own.
@NullMarked
package dev.ralph.budget;

import org.jspecify.annotations.NullMarked;
