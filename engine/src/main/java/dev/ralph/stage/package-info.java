/// The stages of specification 003 on tasks of a list: their prompts, their log and metadata, and its loop for
/// programs.
@NullMarked
package dev.ralph.stage;

import org.jspecify.annotations.NullMarked;
