package dev.ralph.tamper;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// What a name stands for, before or after.
public sealed interface FileContent {
    /// Larger texts are not looked into.
    int LARGEST = 1 << 20;

    record Text(String text) implements FileContent {
        public Text {
            if (text.length() > LARGEST) {
                throw new IllegalArgumentException("a text of " + text.length() + " characters is not looked into");
            }
        }
    }

    /// @param why in words that follow the name of the file: "is larger than 1 MB"
    record Opaque(String why) implements FileContent {}

    static FileContent tooLarge() {
        return new Opaque("is larger than 1 MB, or one of so many that are changed: too large to look at");
    }

    /// The text, in whatever encoding: what is no UTF-8 is taken byte by byte, which is enough to find words in it.
    static FileContent of(byte[] bytes) {
        if (bytes.length > LARGEST) {
            return tooLarge();
        }
        for (byte b : bytes) {
            if (b == 0) {
                return new Opaque("is not text");
            }
        }
        try {
            return new Text(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException other) {
            return new Text(new String(bytes, StandardCharsets.ISO_8859_1));
        }
    }
}
