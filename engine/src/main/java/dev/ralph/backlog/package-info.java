/// The list of tasks as an operation log in the repository: read, appended to by many, and asked for the next task.
@NullMarked
package dev.ralph.backlog;

import org.jspecify.annotations.NullMarked;
