package dev.ralph.process;

import dev.ralph.disk.Sha256;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// SHA-256 by the machine's own libcrypto. The JDK's needs its second compiler to be fast, which `ralph run` does
/// without: the end of an attempt that printed much would wait for it.
final class NativeSha256 extends MessageDigest {
    private static final List<String> LIBRARIES = List.of("libcrypto.so.3", "libcrypto.so.1.1");
    private static final int STATE_BYTES = 256; // it needs 112
    private static final int CHUNK = 1 << 16;
    private static final int LENGTH = 32;

    /// Looked for when the first large file is hashed, not before.
    private static final class Found {
        private static final @Nullable Library LIBRARY = find(LIBRARIES).orElse(null);
    }

    private record Library(MemorySegment begin, MemorySegment update, MemorySegment end) {}

    private final Library library;
    private final MemorySegment state;
    private final MemorySegment buffer;

    private NativeSha256(Library library) {
        super("SHA-256");
        this.library = library;
        Arena arena = Arena.ofAuto();
        this.state = arena.allocate(STATE_BYTES, Long.BYTES);
        this.buffer = arena.allocate(CHUNK);
        engineReset();
    }

    /// The JDK's where the machine has none.
    static MessageDigest best() {
        return best(Found.LIBRARY);
    }

    private static MessageDigest best(@Nullable Library library) {
        return library == null ? Sha256.digest() : new NativeSha256(library);
    }

    /// @param names of libraries, the first that works is taken
    static MessageDigest best(List<String> names) {
        return best(find(names).orElse(null));
    }

    private static Optional<Library> find(List<String> names) {
        for (String name : names) {
            try {
                NativeLibrary.require();
                SymbolLookup symbols = SymbolLookup.libraryLookup(name, Arena.global());
                Library library = new Library(
                        symbols.findOrThrow("SHA256_Init"),
                        symbols.findOrThrow("SHA256_Update"),
                        symbols.findOrThrow("SHA256_Final"));
                byte[] known = "abc".getBytes(StandardCharsets.US_ASCII);
                MessageDigest tried = new NativeSha256(library);
                tried.update(known);
                if (Sha256.hex(tried).equals(Sha256.of(known))) {
                    return Optional.of(library);
                }
            } catch (RuntimeException | LinkageError _) {
                // Not there, or not what we know: the next name may be.
            }
        }
        return Optional.empty();
    }

    private static void call(MemorySegment function, MemorySegment one, MemorySegment two, long length) {
        if (NativeLibrary.function(function, one.address(), two.address(), length, 0, 0, 0) != 1) {
            throw new IllegalStateException("libcrypto refuses to hash");
        }
    }

    @Override
    protected void engineReset() {
        call(library.begin(), state, MemorySegment.NULL, 0);
    }

    @Override
    protected void engineUpdate(byte input) {
        engineUpdate(new byte[] {input}, 0, 1);
    }

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {
        for (int done = 0; done < length; ) {
            int part = Math.min(CHUNK, length - done);
            MemorySegment.copy(input, offset + done, buffer, ValueLayout.JAVA_BYTE, 0, part);
            call(library.update(), state, buffer, part);
            done += part;
        }
    }

    @Override
    protected byte[] engineDigest() {
        call(library.end(), buffer, state, 0);
        byte[] hash = buffer.asSlice(0, LENGTH).toArray(ValueLayout.JAVA_BYTE);
        engineReset();
        return hash;
    }
}
