/// What must hold before a signal is believed: the definitions of checks, in one line each, without files or processes.
@NullMarked
package dev.ralph.verify;

import org.jspecify.annotations.NullMarked;
