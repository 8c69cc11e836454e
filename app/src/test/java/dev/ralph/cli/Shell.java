package dev.ralph.cli;

import dev.ralph.config.Profile;
import dev.ralph.engine.QuickJava;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Calls `ralph` as a user does, in a project folder: in this process, or as a program of its own.
record Shell(Path folder) {

    /// What a command said.
    record Said(int code, String out, String err) {
        /// What it printed, without the time before each line.
        List<String> lines() {
            return out.lines()
                    .map(line -> line.replaceFirst("^\\[\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d] ", ""))
                    .toList();
        }
    }

    /// Runs a command in this process.
    Said ralph(String... arguments) {
        return ralph(Map.of(), List.of(arguments));
    }

    /// Runs a command in this process, with more variables.
    Said ralph(Map<String, String> variables, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of("--dir", folder.toString()));
        words.addAll(arguments);
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.putAll(variables);
        return anywhere(environment, words);
    }

    /// Runs a command in this process, in the folder of the tests unless it names another one.
    static Said anywhere(String... words) {
        return anywhere(System.getenv(), List.of(words));
    }

    private static Said anywhere(Map<String, String> environment, List<String> words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(
                words.toArray(String[]::new),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                environment);
        return new Said(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /// `ralph run` of task-001 in a hurry, with more arguments.
    Said run(String... arguments) {
        return ralph(inAHurry("group", arguments));
    }

    /// The same at another containment.
    Said runAt(String containment, String... arguments) {
        return ralph(inAHurry(containment, arguments));
    }

    /// The same as a program of its own.
    Said runProgram(String containment, String... arguments) throws Exception {
        return program(inAHurry(containment, arguments));
    }

    private static String[] inAHurry(String containment, String... arguments) {
        List<String> words = new ArrayList<>(List.of("run", "--task", "task-001", "--prompt", "Do the thing"));
        words.addAll(List.of("--containment", containment, "--restart-delay", "10ms", "--poll-interval", "50ms"));
        words.addAll(List.of(arguments));
        return words.toArray(String[]::new);
    }

    Path task(String name) {
        return folder.resolve(".ralph/tasks").resolve(name);
    }

    String bus(String task) throws IOException {
        return Files.readString(task(task).resolve("TASK-MESSAGE-BUS.md"));
    }

    /// The JVM and its arguments that run a class or a source file with this test's class path.
    static List<String> java(String... rest) {
        List<String> words = new ArrayList<>();
        words.add(ProcessHandle.current().info().command().orElseThrow());
        words.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        words.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath()));
        words.addAll(List.of(rest));
        return words;
    }

    /// The same with a profile that only a test has.
    ///
    /// @param folder where it is listed, as in a jar
    static List<String> java(Path folder, Class<? extends Profile> profile, String... rest) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(Profile.class.getName()), profile.getName());
        List<String> words = java(rest);
        int classPath = words.indexOf("-cp") + 1;
        words.set(classPath, words.get(classPath) + ":" + folder);
        return words;
    }

    /// The same that starts faster, for programs outside of sandboxes that are started often.
    static List<String> quickJava(String... rest) {
        List<String> words = QuickJava.command();
        words.addAll(List.of(rest));
        return words;
    }

    /// Without the logging of our tools, which Ralph is not delivered with.
    static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(":"))
                .filter(entry -> !entry.contains("/slf4j-"))
                .collect(Collectors.joining(":"));
    }

    /// A program `ralph` that agents and scripts can call.
    static Path program(Path folder) throws IOException {
        Path program = folder.resolve("ralph");
        StringBuilder line = new StringBuilder("#!/bin/sh\nexec");
        quickJava(Main.class.getName())
                .forEach(word -> line.append(" '").append(word).append('\''));
        Files.writeString(program, line.append(" \"$@\"\n"));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return program;
    }

    /// Runs a command as a program of its own.
    Said program(String... arguments) throws Exception {
        List<String> words = java(Main.class.getName(), "--dir", folder.toString());
        words.addAll(List.of(arguments));
        return other(folder, Map.of(), words);
    }

    /// Whether the tests run as root: permissions do not bind it.
    static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    /// Runs another program to its end.
    static Said other(Path folder, Map<String, String> environment, List<String> command) throws Exception {
        Path out = Files.createTempFile("out", ".txt");
        Path err = Files.createTempFile("err", ".txt");
        try {
            ProcessBuilder program = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            program.environment().putAll(environment);
            int code = program.start().waitFor();
            return new Said(code, Files.readString(out), Files.readString(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}
