/// Finds out from a repository's files alone how it is tested and where its test reports lie; nothing of it is run.
@NullMarked
package dev.ralph.survey;

import org.jspecify.annotations.NullMarked;
