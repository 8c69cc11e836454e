/// Names of projects, tasks and runs, and where their files lie.
@NullMarked
package dev.ralph.task;

import org.jspecify.annotations.NullMarked;
