/// The settings of a loop: files, environment and flags in layers, each value with its origin, and the
/// policy made of them.
@NullMarked
package dev.ralph.config;

import org.jspecify.annotations.NullMarked;
