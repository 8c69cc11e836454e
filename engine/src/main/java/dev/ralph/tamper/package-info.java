/// Finds in what changed since the baseline whatever makes the checks see less: tests, build files, scripts, settings.
///
/// Nothing here reads a file: it is given the changed names with their text before and after, and gives findings. It
/// looks at lines and words, not at meaning, in time that grows with the size of the change; what it cannot look at is
/// a
/// finding, never a pass.
@NullMarked
package dev.ralph.tamper;

import org.jspecify.annotations.NullMarked;
