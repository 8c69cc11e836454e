/// The supervisor against agents that do not want to end; docs/internals/supervision.md says which danger each test is
/// about.
@NullMarked
package dev.ralph.process;

import org.jspecify.annotations.NullMarked;
