/// How each agent program is started, and what its stream says.
///
/// Everything an agent prints is foreign: it may be cut anywhere, endless, no UTF-8, no JSON, or made to harm. Readers
/// keep these promises:
///
/// 1. No bytes make a reader throw, wait or recurse without bound.
/// 2. However the bytes are cut into pieces, a reader says the same.
/// 3. A reader's memory does not grow with the stream: lines have a longest length, ids and lists a largest number.
/// 4. Only words the agent itself wrote become [dev.ralph.agent.AgentEvent.Text]; only the text of a failure is
/// searched for
///    the reason of a failure.
/// 5. What goes back into an argument list (session ids) cannot be mistaken for an option.
@NullMarked
package dev.ralph.agent;

import org.jspecify.annotations.NullMarked;
