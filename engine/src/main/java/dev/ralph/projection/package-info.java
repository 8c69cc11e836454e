/// Public files and bus messages, written from the journal: each can be deleted and made again.
@NullMarked
package dev.ralph.projection;

import org.jspecify.annotations.NullMarked;
