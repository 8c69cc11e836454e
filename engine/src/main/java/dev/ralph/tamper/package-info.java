/// Path rules: which changed files steer what the checks see, by their names, and by the values of settings files.
///
/// Nothing here reads a file: it is given the changed names with their text before and after, and gives findings. It
/// reads formats of settings, never a programming language, in time that grows with the size of the change; what it
/// cannot look at is a finding, never a pass.
@NullMarked
package dev.ralph.tamper;

import org.jspecify.annotations.NullMarked;
