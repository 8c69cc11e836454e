package dev.ralph.receipt;

import dev.ralph.disk.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Where a check was run, so that two runs can be compared.
///
/// @param tools           what is known of the programs it uses: a version, or where they lie
/// @param variables       the names of the environment's variables, in order
/// @param variablesSha256 SHA-256 of the names, and of the values of those that are neither secret nor different
/// each time
/// @param sandbox         what it was confined to: `off`, or the tier
/// @param room            where it worked
public record Fingerprint(
        String os,
        String kernel,
        String arch,
        String jdk,
        Map<String, String> tools,
        List<String> variables,
        String variablesSha256,
        String sandbox,
        Room room) {
    private static final int MOST = 256;
    private static final int LONGEST = 200;

    /// The folder a check works in.
    public enum Room {
        /// A fresh checkout of the committed state.
        CLEAN,
        /// Where the agent worked.
        WORKSPACE,
        /// The check looks at git, files or words and starts nothing.
        NONE
    }

    public Fingerprint {
        Sha256.require("the hash of the environment", variablesSha256);
        os = Evidence.cut(os, LONGEST);
        kernel = Evidence.cut(kernel, LONGEST);
        arch = Evidence.cut(arch, LONGEST);
        jdk = Evidence.cut(jdk, LONGEST);
        sandbox = Evidence.cut(sandbox, LONGEST);
        SortedMap<String, String> few = new TreeMap<>();
        new TreeMap<>(tools)
                .entrySet().stream()
                        .limit(MOST)
                        .forEach(tool ->
                                few.put(Evidence.cut(tool.getKey(), LONGEST), Evidence.cut(tool.getValue(), LONGEST)));
        tools = Map.copyOf(few);
        variables = variables.stream()
                .limit(MOST)
                .map(name -> Evidence.cut(name, LONGEST))
                .toList();
    }

    /// The machine this program runs on.
    ///
    /// @param comparable whether the value of that variable counts: it is no secret, and the same every time
    public static Fingerprint here(
            Map<String, String> tools,
            Map<String, String> environment,
            Predicate<String> comparable,
            String sandbox,
            Room room) {
        StringBuilder known = new StringBuilder();
        for (String name : new TreeSet<>(environment.keySet())) {
            known.append(name);
            if (comparable.test(name)) {
                known.append('=').append(environment.get(name));
            }
            known.append('\0');
        }
        return new Fingerprint(
                System.getProperty("os.name", ""),
                System.getProperty("os.version", ""),
                System.getProperty("os.arch", ""),
                System.getProperty("java.runtime.version", ""),
                tools,
                new ArrayList<>(new TreeSet<>(environment.keySet())),
                Sha256.of(known.toString()),
                sandbox,
                room);
    }
}
