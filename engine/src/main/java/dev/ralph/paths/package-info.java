/// Names of projects, tasks, loops and runs, where their files lie, and how their folders are made.
@NullMarked
package dev.ralph.paths;

import org.jspecify.annotations.NullMarked;
