package dev.ralph.receipt;

import dev.ralph.disk.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// A line of the file, and the hash by which the next one holds on to it.
sealed interface ChainedLine {
    String hash();

    /// A receipt, every byte as it was written.
    ///
    /// @param line its JSON
    record Sound(Receipt receipt, String line) implements ChainedLine {
        @Override
        public String hash() {
            return receipt.hash();
        }
    }

    /// Anything else. The next receipt is chained to its bytes, so that what stands there now is not changed again.
    ///
    /// @param why in words
    record Unsound(String hash, String why) implements ChainedLine {}

    /// A line that is longer than any receipt is not looked at.
    static String tooLong() {
        return Sha256.of("a line that is longer than any receipt");
    }

    static ChainedLine of(byte[] line) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(line))
                    .toString();
            return new Sound(Receipt.parse(text), text);
        } catch (CharacterCodingException notText) {
            return new Unsound(Sha256.of(line), "not a text");
        } catch (IllegalArgumentException wrong) {
            return new Unsound(Sha256.of(line), String.valueOf(wrong.getMessage()));
        }
    }
}
