/// The documents of a feature: requirements, design and tasks, read with their positions and changed without a byte
/// beside.
///
/// It promises:
/// 1. A document that was read and is written again is the same to the byte: byte order mark, line ends, tabs.
/// 2. A changed section changes nothing before and after it; a marked task changes one character.
/// 3. Whatever the text is, reading ends soon and does not fail; what is wrong with it is a [finding][SpecFinding].
@NullMarked
package dev.ralph.spec;

import org.jspecify.annotations.NullMarked;
