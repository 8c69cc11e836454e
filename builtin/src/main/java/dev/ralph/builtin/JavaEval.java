package dev.ralph.builtin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import jdk.jshell.EvalException;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;

/// Runs the Java snippets on standard input by JShell, as a program of its own, and prints the value of the last one.
final class JavaEval {
    private JavaEval() {}

    public static void main(String[] arguments) throws IOException {
        String rest = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        String value = null;
        try (JShell shell = JShell.builder().executionEngine("local").build()) {
            for (String usual : List.of("java.io.*", "java.math.*", "java.nio.file.*", "java.util.*")) {
                shell.eval("import " + usual + ";");
            }
            while (!rest.isBlank()) {
                SourceCodeAnalysis.CompletionInfo info =
                        shell.sourceCodeAnalysis().analyzeCompletion(rest);
                String source = info.source() == null ? rest : info.source();
                for (SnippetEvent event : shell.eval(source)) {
                    if (!isGood(shell, event)) {
                        System.out.flush();
                        Runtime.getRuntime().halt(1);
                    }
                    value = event.value();
                }
                rest = info.source() == null ? "" : info.remaining();
            }
        }
        if (value != null && !value.isEmpty()) {
            System.out.println(value);
        }
        System.out.flush();
        Runtime.getRuntime().halt(0); // threads of the snippets may go on
    }

    private static boolean isGood(JShell shell, SnippetEvent event) {
        shell.diagnostics(event.snippet()).forEach(wrong -> System.err.println(wrong.getMessage(null)));
        if (event.exception() instanceof EvalException thrown) {
            System.err.println(thrown.getExceptionClassName() + ": " + thrown.getMessage());
        } else if (event.exception() != null) {
            System.err.println(event.exception());
        }
        return event.exception() == null && event.status() != Snippet.Status.REJECTED;
    }
}
