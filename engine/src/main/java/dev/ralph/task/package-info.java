/// Names of projects, tasks and runs, where their files lie, and how their folders are made.
@NullMarked
package dev.ralph.task;

import org.jspecify.annotations.NullMarked;
