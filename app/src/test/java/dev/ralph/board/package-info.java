/// Tests of the board.
@org.jspecify.annotations.NullMarked
package dev.ralph.board;
