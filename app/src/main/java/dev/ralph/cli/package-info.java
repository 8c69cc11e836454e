/// The command line: what people type, and what they read.
@org.jspecify.annotations.NullMarked
package dev.ralph.cli;
