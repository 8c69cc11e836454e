/// A scripted model server on loopback, so that real agent programs are tested without a model, a key or a network.
///
/// Start with [ModelServer]: it plays a [Script] to whichever agent asks, and shows afterwards what was [Asked].
@NullMarked
package dev.ralph.testkit;

import org.jspecify.annotations.NullMarked;
