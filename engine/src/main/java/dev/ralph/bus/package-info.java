/// The message bus: Markdown files that many processes append to without a daemon.
@NullMarked
package dev.ralph.bus;

import org.jspecify.annotations.NullMarked;
