/// Ralph as a library: one door for programs and for the command line.
@NullMarked
package dev.ralph;

import org.jspecify.annotations.NullMarked;
