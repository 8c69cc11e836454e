package dev.ralph.cli;

import dev.ralph.loop.Outcome;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Turns Ctrl-C, SIGTERM and SIGHUP into a stop request, and lets the program end only when everything it started has
/// ended. A second Ctrl-C finds the first at work and changes nothing.
final class StopOnSignal implements AutoCloseable {
    private final CountDownLatch cleaned = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stopAndWait, "ralph-stop");
    private @Nullable Consumer<String> stop;
    private boolean asked;
    private volatile boolean hungUp;
    private volatile int exitCode = Outcome.STOPPED.exitCode();

    StopOnSignal() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /// How to stop what runs; where that was asked for before it began, it is stopped at once.
    synchronized void watch(Consumer<String> running) {
        stop = running;
        if (asked) {
            running.accept(signal());
        }
    }

    /// Nothing runs, somebody only reads what is typed: a signal ends the program at once.
    synchronized void watchNothing() {
        stop = _ -> {
            System.out.println();
            cleaned.countDown();
        };
    }

    /// A closed terminal does not end the program from now on. The JDK's way to say that is not for everybody.
    ///
    /// @param told hears of it, once
    @SuppressWarnings("ReferenceEquality") // a proxy is equal to itself only
    void survivesHangup(Runnable told) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object own = Proxy.newProxyInstance(
                    handler.getClassLoader(), new Class<?>[] {handler}, (self, method, arguments) -> {
                        return switch (method.getName()) {
                            case "handle" -> {
                                boolean first = !hungUp;
                                hungUp = true;
                                if (first) {
                                    told.run();
                                }
                                yield null;
                            }
                            case "equals" -> self == arguments[0];
                            case "hashCode" -> System.identityHashCode(self);
                            default -> "closed terminal";
                        };
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), own);
        } catch (ReflectiveOperationException elsewhere) {
            throw new IllegalStateException("on_hangup: continue is not known to this JDK", elsewhere);
        }
    }

    boolean hasHungUp() {
        return hungUp;
    }

    /// What the program ends with.
    int exitCode(int code) {
        exitCode = code;
        return code;
    }

    /// The JVM runs this on a signal, while the main thread goes on.
    private void stopAndWait() {
        synchronized (this) {
            asked = true;
            if (stop != null) {
                stop.accept(signal());
            }
        }
        try {
            cleaned.await();
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
        }
        System.out.flush();
        Runtime.getRuntime().halt(exitCode);
    }

    /// The JDK answers a signal on a thread that is named for it and waits for the hooks; it tells them nothing.
    private static String signal() {
        Set<String> threads = Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .collect(Collectors.toSet());
        return threads.contains("SIGHUP handler")
                ? "a closed terminal (SIGHUP)"
                : threads.contains("SIGINT handler")
                        ? "Ctrl-C"
                        : threads.contains("SIGTERM handler") ? "SIGTERM" : "a signal";
    }

    /// Everything is cleaned up.
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException stopping) {
            cleaned.countDown();
        }
    }
}
