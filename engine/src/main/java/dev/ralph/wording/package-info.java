/// What people read about a loop: the sentences that each profile makes of reasons, failures and states.
@NullMarked
package dev.ralph.wording;

import org.jspecify.annotations.NullMarked;
