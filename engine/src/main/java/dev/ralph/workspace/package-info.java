/// The tree an attempt works in: opened apart from the user's own, compared exactly, then kept whole or not at
/// all.
@NullMarked
package dev.ralph.workspace;

import org.jspecify.annotations.NullMarked;
