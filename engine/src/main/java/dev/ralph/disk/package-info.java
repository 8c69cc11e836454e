/// Files that are whole or not there, hashes, and locks between processes: each exists once, here.
@NullMarked
package dev.ralph.disk;

import org.jspecify.annotations.NullMarked;
