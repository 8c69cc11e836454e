/// A scripted model server on loopback, so that real agent programs are tested without a model, a key or a network.
///
/// Start with [ModelServer]: it plays a [ModelScript] to whichever agent asks, and shows afterwards what was
/// [ReceivedRequest].
@NullMarked
package dev.ralph.testkit;

import org.jspecify.annotations.NullMarked;
