/// Receipts: the stored proof of each check, chained by hashes so that a changed, removed or moved one is noticed.
///
/// A receipt says what was run, on which state, where, and what came of it. It is written before the verdict it belongs
/// to is journaled, and the journal names it by its hash: so neither can be changed alone without being noticed.
@NullMarked
package dev.ralph.receipt;

import org.jspecify.annotations.NullMarked;
