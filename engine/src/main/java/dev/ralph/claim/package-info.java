/// Text rules: whether what an agent says beside its promise contradicts that promise.
@NullMarked
package dev.ralph.claim;

import org.jspecify.annotations.NullMarked;
