/// Ratios against a baseline measured in the same run.
@NullMarked
package dev.ralph.bench;

import org.jspecify.annotations.NullMarked;
