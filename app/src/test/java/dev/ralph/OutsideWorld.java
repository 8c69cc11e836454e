package dev.ralph;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import java.util.Locale;
import java.util.Set;

/// What only the packages named in ARCHITECTURE.md may call themselves.
enum OutsideWorld {
    CLOCK {
        @Override
        boolean isReachedBy(String type, String method, boolean takesArguments) {
            return switch (method) {
                case "now" -> type.startsWith("java.time.") && !takesArguments;
                case "currentTimeMillis", "nanoTime" -> type.equals("java.lang.System");
                case "<init>" -> type.equals("java.util.Date") && !takesArguments;
                default ->
                    method.startsWith("system")
                            && (type.equals("java.time.Clock") || type.equals("java.time.InstantSource"));
            };
        }
    },
    RANDOM {
        private static final Set<String> MAKERS = Set.of("<init>", "current", "of", "getDefault", "getInstanceStrong");
        private static final Set<String> TYPES = Set.of(
                "java.util.Random",
                "java.security.SecureRandom",
                "java.util.SplittableRandom",
                "java.util.concurrent.ThreadLocalRandom",
                "java.util.random.RandomGenerator",
                "java.util.random.RandomGeneratorFactory");

        @Override
        boolean isReachedBy(String type, String method, boolean takesArguments) {
            return (TYPES.contains(type) && MAKERS.contains(method))
                    || (type.equals("java.util.UUID") && method.equals("randomUUID"))
                    || (type.equals("java.lang.Math") && method.equals("random"));
        }
    },
    PROCESS {
        private static final Set<String> TYPES = Set.of(
                "java.lang.ProcessBuilder",
                "java.lang.Process",
                "java.lang.ProcessHandle",
                "java.lang.foreign.Linker",
                "java.lang.foreign.SymbolLookup");

        @Override
        boolean isReachedBy(String type, String method, boolean takesArguments) {
            boolean asksForOwnPid =
                    type.equals("java.lang.ProcessHandle") && (method.equals("current") || method.equals("pid"));
            return (TYPES.contains(type) && !asksForOwnPid)
                    || (type.equals("java.lang.Runtime") && method.equals("exec"));
        }
    },
    FILES {
        private static final Set<String> TYPES = Set.of(
                "java.nio.file.Files",
                "java.io.File",
                "java.io.FileInputStream",
                "java.io.FileOutputStream",
                "java.io.FileReader",
                "java.io.FileWriter",
                "java.io.RandomAccessFile");

        @Override
        boolean isReachedBy(String type, String method, boolean takesArguments) {
            return TYPES.contains(type) || (type.endsWith("FileChannel") && method.equals("open"));
        }
    };

    abstract boolean isReachedBy(String type, String method, boolean takesArguments);

    boolean isReachedBy(JavaAccess<?> access) {
        if (!(access.getTarget() instanceof CodeUnitAccessTarget target)) {
            return false;
        }
        boolean takesArguments = !target.getRawParameterTypes().isEmpty();
        return isReachedBy(target.getOwner().getName(), target.getName(), takesArguments);
    }

    /// The word in ARCHITECTURE.md.
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
