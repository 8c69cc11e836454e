/// Keeps one conversation going until its promise is kept: the loop of specification 002, for any program with
/// sessions.
@NullMarked
package dev.ralph.session;

import org.jspecify.annotations.NullMarked;
