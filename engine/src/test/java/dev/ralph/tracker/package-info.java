@org.jspecify.annotations.NullMarked
package dev.ralph.tracker;
