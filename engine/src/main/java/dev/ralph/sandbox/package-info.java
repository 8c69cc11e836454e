/// Lets a program do its work on this machine and no harm, and keeps secrets out of what it says.
///
/// [dev.ralph.sandbox.Sandbox] is the way in. What it promises:
///
/// 1. What is called a tier was tried for real in this process; there is no silent fallback.
/// 2. Inside, a program writes only what its [dev.ralph.sandbox.SandboxView] names, whatever links, descriptors,
///    namespaces or names of `/proc` it uses, and sees no other process.
/// 3. It gets its agent's login as a private copy. Nothing comes back from there but a valid, newer login.
/// 4. What a tier cannot do is said by the tier, not found out by the user.
@NullMarked
package dev.ralph.sandbox;

import org.jspecify.annotations.NullMarked;
