/// Clean rooms: fresh checkouts of one commit, in which Ralph runs checks where nothing else of an agent's is.
@NullMarked
package dev.ralph.room;

import org.jspecify.annotations.NullMarked;
