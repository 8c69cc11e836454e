package dev.ralph.rehearsal;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the rehearsal agent does in each of its attempts. `docs/rehearsal.md` describes the file.
///
/// @param attempts  by number, from 1
/// @param otherwise for attempts that have no part of their own, null when they may not happen
public record RehearsalScript(
        Map<Integer, List<ScriptStep>> attempts, @Nullable List<ScriptStep> otherwise) {
    private static final long LARGEST = 1 << 20;

    public RehearsalScript {
        attempts = Map.copyOf(attempts);
        otherwise = otherwise == null ? null : List.copyOf(otherwise);
    }

    /// @throws BadScript when it cannot be understood, with the line
    public static RehearsalScript read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("there is no script " + file + ": give the path of a readable file");
        }
        if (Files.size(file) > LARGEST) {
            throw new IOException("the script " + file + " has more than " + LARGEST + " bytes");
        }
        try {
            return parse(file.toString(), Files.readString(file));
        } catch (CharacterCodingException binary) {
            throw new IOException("the script " + file + " is not UTF-8 text", binary);
        }
    }

    /// @param name stands before the line number in messages
    static RehearsalScript parse(String name, String text) {
        return new ScriptParser(name, text).parse();
    }

    Optional<List<ScriptStep>> of(int attempt) {
        return Optional.ofNullable(attempts.getOrDefault(attempt, otherwise));
    }
}
