/// The one way out of a sandbox: a proxy on a unix socket that lets through what is on a list, and tells of every
/// try.
///
/// [dev.ralph.proxy.Proxy] runs in the engine, [dev.ralph.proxy.Bridge] inside the sandbox, where programs know
/// nothing but TCP on loopback.
@NullMarked
package dev.ralph.proxy;

import org.jspecify.annotations.NullMarked;
