/// The ACP bridge: a real child process that speaks the Agent Client Protocol to an agent and prints what it says as
/// JSON lines.
@NullMarked
package dev.ralph.acp;

import org.jspecify.annotations.NullMarked;
