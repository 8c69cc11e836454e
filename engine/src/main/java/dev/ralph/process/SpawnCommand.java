package dev.ralph.process;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Turns a launch into what is really executed.
final class SpawnCommand {
    private SpawnCommand() {}

    /// @param prefix a wrapping program with its arguments, or nothing
    static Spawn.Order plain(Launch launch, String program, List<String> prefix, int fd3) {
        Map<String, String> environment = new LinkedHashMap<>(launch.environment());
        environment.put("PWD", launch.directory().toString());
        environment.put(Launch.TAG_VARIABLE, launch.tag());
        List<String> arguments = launch.command();
        if (!prefix.isEmpty()) {
            arguments = new ArrayList<>(prefix);
            arguments.add(program);
            arguments.addAll(launch.command().subList(1, launch.command().size()));
        }
        return new Spawn.Order(
                prefix.isEmpty() ? program : prefix.getFirst(),
                arguments,
                environment,
                launch.directory().toString(),
                launch.stdin().toString(),
                launch.stdout().toString(),
                launch.stderr().toString(),
                fd3);
    }
}
