/// Makes the checks of a loop: a prover for each kind, clean rooms and processes to run them, a receipt for each.
@NullMarked
package dev.ralph.proof;

import org.jspecify.annotations.NullMarked;
