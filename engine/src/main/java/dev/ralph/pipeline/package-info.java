/// One task as a pure machine: which stage's loop is next, where a rejection goes, how a failure is corrected.
@NullMarked
package dev.ralph.pipeline;

import org.jspecify.annotations.NullMarked;
