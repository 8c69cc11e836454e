/// The profiles, a file each: everything that is special about one of them.
@NullMarked
package dev.ralph.profile;

import org.jspecify.annotations.NullMarked;
