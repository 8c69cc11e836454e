package dev.ralph.tamper;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// How a source file is read: where comments and strings begin, and what ends a statement.
enum Language {
    /// Kotlin and Groovy too: they have the same comments, strings and annotations.
    JAVA(Set.of("java", "kt", "kts", "groovy")),
    /// JavaScript and TypeScript.
    SCRIPT(Set.of("js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx")),
    PYTHON(Set.of("py", "pyi")),
    GO(Set.of("go")),
    RUST(Set.of("rs")),
    /// Line by line, with `#` for comments.
    SHELL(Set.of("sh", "bash", "zsh", "ksh", "bats", "rb", "pl", "t", "ps1")),
    /// Line by line, with `//` for comments.
    OTHER(Set.of("cs", "php", "scala", "swift", "c", "cc", "cpp", "cxx", "h", "hpp", "dart", "ex", "exs"));

    @SuppressWarnings("ImmutableEnumChecker") // made by Set.of
    private final Set<String> extensions;

    Language(Set<String> extensions) {
        this.extensions = extensions;
    }

    /// Empty for files that are no program text.
    static Optional<Language> of(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        String extension = name.substring(name.lastIndexOf('.') + 1);
        for (Language language : values()) {
            if (name.contains(".") && language.extensions.contains(extension)) {
                return Optional.of(language);
            }
        }
        return Optional.empty();
    }

    /// Whether blocks are between braces.
    boolean hasBraces() {
        return switch (this) {
            case JAVA, SCRIPT, GO, RUST -> true;
            case PYTHON, SHELL, OTHER -> false;
        };
    }

    /// Whether a `#` begins a comment.
    boolean hasHashComments() {
        return this == PYTHON || this == SHELL;
    }
}
