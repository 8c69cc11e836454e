/// What a reviewer is asked, and what counts as its answer: a fixed form that nothing it reads can forge.
@NullMarked
package dev.ralph.review;

import org.jspecify.annotations.NullMarked;
