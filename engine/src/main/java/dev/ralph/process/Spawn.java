package dev.ralph.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `posix_spawn` into a session of its own, with default signal handling and no inherited descriptor.
final class Spawn {
    private static final short SETSIGDEF_SETSIGMASK_SETSID = 0x04 | 0x08 | 0x80;
    private static final long ATTRIBUTES_SIZE = 1024;
    private static final long ACTIONS_SIZE = 512;
    private static final long SIGNAL_SET_SIZE = 128;

    private final MemorySegment spawn = NativeLibrary.symbol("posix_spawn");
    private final MemorySegment actionsInit = NativeLibrary.symbol("posix_spawn_file_actions_init");
    private final MemorySegment actionsDestroy = NativeLibrary.symbol("posix_spawn_file_actions_destroy");
    private final MemorySegment addOpen = NativeLibrary.symbol("posix_spawn_file_actions_addopen");
    private final MemorySegment addDup2 = NativeLibrary.symbol("posix_spawn_file_actions_adddup2");
    private final MemorySegment addChdir = NativeLibrary.symbol("posix_spawn_file_actions_addchdir_np");
    private final MemorySegment addCloseFrom = NativeLibrary.symbol("posix_spawn_file_actions_addclosefrom_np");
    private final MemorySegment attributes = attributes();

    /// What to run, completely spelled out.
    ///
    /// @param program the file to execute
    /// @param fd3 a descriptor of ours the child gets as its fd 3, or -1
    record Order(
            String program,
            List<String> arguments,
            Map<String, String> environment,
            String directory,
            String stdin,
            String stdout,
            String stderr,
            int fd3) {
        private static final int AROUND_A_TEXT = 32; // its zero, the alignment of its pointer, the pointer

        /// What a launch means.
        ///
        /// @param prefix a wrapping program with its arguments, or nothing
        static Order of(Launch launch, String program, List<String> prefix, int fd3) {
            Map<String, String> environment = new LinkedHashMap<>(launch.environment());
            environment.put("PWD", launch.directory().toString());
            environment.put(Launch.TAG_VARIABLE, launch.tag());
            List<String> arguments = launch.command();
            if (!prefix.isEmpty()) {
                arguments = new ArrayList<>(prefix);
                arguments.add(program);
                arguments.addAll(launch.command().subList(1, launch.command().size()));
            }
            return new Order(
                    prefix.isEmpty() ? program : prefix.getFirst(),
                    arguments,
                    environment,
                    launch.directory().toString(),
                    launch.stdin().toString(),
                    launch.stdout().toString(),
                    launch.stderr().toString(),
                    fd3);
        }

        /// The same with other outputs.
        Order to(String out, String err) {
            return new Order(program, arguments, environment, directory, stdin, out, err, fd3);
        }

        /// No fewer than it takes to hand all of this over.
        private long mostBytes() {
            long bytes = ACTIONS_SIZE + 8L * AROUND_A_TEXT;
            for (String text : List.of(program, directory, stdin, stdout, stderr)) {
                bytes += most(text);
            }
            for (String argument : arguments) {
                bytes += most(argument);
            }
            for (Map.Entry<String, String> variable : environment.entrySet()) {
                bytes += most(variable.getKey()) + most(variable.getValue());
            }
            return bytes;
        }

        private static long most(String text) {
            return 3L * text.length() + AROUND_A_TEXT;
        }
    }

    /// The pid, or a negative errno.
    int start(Order order) {
        try (Arena arena = Arena.ofConfined()) {
            // One piece of memory for everything: an environment has many variables.
            SegmentAllocator memory = SegmentAllocator.slicingAllocator(arena.allocate(order.mostBytes(), 16));
            MemorySegment actions = memory.allocate(ACTIONS_SIZE, 16);
            check(call(actionsInit, actions, 0, 0, 0, 0, 0));
            try {
                addActions(memory, actions, order);
                return run(memory, actions, order);
            } finally {
                call(actionsDestroy, actions, 0, 0, 0, 0, 0);
            }
        }
    }

    private void addActions(SegmentAllocator memory, MemorySegment actions, Order order) {
        int append = SystemCalls.O_WRONLY | SystemCalls.O_CREAT | SystemCalls.O_APPEND;
        check(call(addOpen, actions, 0, text(memory, order.stdin), SystemCalls.O_RDONLY, 0, 0));
        check(call(addOpen, actions, 1, text(memory, order.stdout), append, 0644, 0));
        check(call(addOpen, actions, 2, text(memory, order.stderr), append, 0644, 0));
        if (order.fd3 >= 0) {
            check(call(addDup2, actions, order.fd3, 3, 0, 0, 0));
        }
        check(call(addChdir, actions, text(memory, order.directory), 0, 0, 0, 0));
        check(call(addCloseFrom, actions, order.fd3 >= 0 ? 4 : 3, 0, 0, 0, 0));
    }

    private int run(SegmentAllocator memory, MemorySegment actions, Order order) {
        MemorySegment pid = memory.allocate(JAVA_INT);
        String[] variables = new String[order.environment.size()];
        int i = 0;
        for (Map.Entry<String, String> variable : order.environment.entrySet()) {
            variables[i++] = variable.getKey() + "=" + variable.getValue();
        }
        int error = NativeLibrary.function(
                spawn,
                pid.address(),
                text(memory, order.program),
                actions.address(),
                attributes.address(),
                strings(memory, order.arguments.toArray(String[]::new)),
                strings(memory, variables));
        return error == 0 ? pid.get(JAVA_INT, 0) : -error;
    }

    private static MemorySegment attributes() {
        MemorySegment attributes = Arena.ofAuto().allocate(ATTRIBUTES_SIZE, 16);
        check(call(NativeLibrary.symbol("posix_spawnattr_init"), attributes, 0, 0, 0, 0, 0));
        check(call(
                NativeLibrary.symbol("posix_spawnattr_setflags"), attributes, SETSIGDEF_SETSIGMASK_SETSID, 0, 0, 0, 0));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment none = arena.allocate(SIGNAL_SET_SIZE, 8);
            MemorySegment all = arena.allocate(SIGNAL_SET_SIZE, 8).fill((byte) 0xff);
            check(call(NativeLibrary.symbol("posix_spawnattr_setsigmask"), attributes, none.address(), 0, 0, 0, 0));
            check(call(NativeLibrary.symbol("posix_spawnattr_setsigdefault"), attributes, all.address(), 0, 0, 0, 0));
        }
        return attributes;
    }

    private static long text(SegmentAllocator memory, String text) {
        return memory.allocateFrom(text).address();
    }

    private static long strings(SegmentAllocator memory, String[] texts) {
        MemorySegment list = memory.allocate(ADDRESS, texts.length + 1L);
        for (int i = 0; i < texts.length; i++) {
            list.setAtIndex(ADDRESS, i, memory.allocateFrom(texts[i]));
        }
        return list.address();
    }

    private static int call(MemorySegment function, MemorySegment first, long b, long c, long d, long e, long f) {
        return NativeLibrary.function(function, first.address(), b, c, d, e, f);
    }

    private static void check(int error) {
        if (error != 0) {
            throw new IllegalStateException("preparing a process failed: errno " + error);
        }
    }
}
