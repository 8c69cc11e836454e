/// The board: every task in its lane and every agent in its slot, on a terminal, with keys to steer them.
@org.jspecify.annotations.NullMarked
package dev.ralph.board;
