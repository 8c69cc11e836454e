/// Drives the real agent programs by hand against the scripted server: what Ralph relies on is what they really do.
@NullMarked
package dev.ralph.testkit.real;

import org.jspecify.annotations.NullMarked;
