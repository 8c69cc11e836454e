package dev.ralph.agent;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which fields of a JSON object are wanted. Everything else is passed over without being decoded or kept.
///
/// A field is wanted by its path, `message.usage.input_tokens`. A list is transparent: the path goes on in each of its
/// items. `*` stands for every name, as in `modelUsage.*.costUSD`.
final class WantedFields {
    private static final int SLOTS = 128;

    private final String[] names;
    private final WantedFields[] children;
    private final byte[][] bytes;
    private final long[] heads;
    /// From the hash of a name to its index and one, 0 for none; the next slot if it is taken.
    private final byte[] slots = new byte[SLOTS];

    private final @Nullable WantedFields any;
    private final boolean wanted;

    private WantedFields(Sketch sketch) {
        any = sketch.any == null ? null : new WantedFields(sketch.any);
        wanted = sketch.wanted;
        names = sketch.children.keySet().toArray(new String[0]);
        children = sketch.children.values().stream().map(WantedFields::new).toArray(WantedFields[]::new);
        bytes = new byte[names.length][];
        heads = new long[names.length];
        if (names.length > SLOTS / 2) {
            throw new IllegalArgumentException("more names than a shape has room for: " + names.length);
        }
        for (int i = 0; i < names.length; i++) {
            bytes[i] = names[i].getBytes(StandardCharsets.US_ASCII);
            heads[i] = JsonTextScanner.head(bytes[i], 0, bytes[i].length);
            int slot = slot(heads[i], bytes[i].length);
            while (slots[slot] != 0) {
                slot = (slot + 1) & (SLOTS - 1);
            }
            slots[slot] = (byte) (i + 1);
        }
    }

    static WantedFields of(String... paths) {
        Sketch root = new Sketch();
        for (String path : paths) {
            Sketch at = root;
            for (String name : path.split("\\.")) {
                at = at.child(name.intern());
            }
            at.wanted = true;
        }
        return new WantedFields(root);
    }

    /// Whether strings and numbers at this place are wanted.
    boolean wanted() {
        return wanted;
    }

    /// Whether something inside an object at this place is wanted.
    boolean deep() {
        return names.length > 0 || any != null;
    }

    /// What every member looks like, if names do not matter.
    @Nullable
    WantedFields any() {
        return any;
    }

    /// The index of a name, or -1.
    int find(byte[] from, int start, int end) {
        int length = end - start;
        long head = JsonTextScanner.head(from, start, end);
        int slot = slot(head, length);
        while (slots[slot] != 0) {
            int index = slots[slot] - 1;
            byte[] name = bytes[index];
            if (heads[index] == head
                    && name.length == length
                    && (length <= 8 || JsonTextScanner.isAt(name, from, start))) {
                return index;
            }
            slot = (slot + 1) & (SLOTS - 1);
        }
        return -1;
    }

    /// The index of a name, or -1.
    int find(String name) {
        byte[] encoded = name.getBytes(StandardCharsets.UTF_8);
        return find(encoded, 0, encoded.length);
    }

    private static int slot(long head, int length) {
        return (int) (((head + length) * 0x9e3779b97f4a7c15L) >>> 57);
    }

    int size() {
        return names.length;
    }

    WantedFields child(int index) {
        return children[index];
    }

    /// Names are interned, in the paths as well as in the code that asks, so comparing references is enough; a name
    /// that no path holds is a mistake in the reader.
    @SuppressWarnings({"ReferenceEquality", "StringEquality"})
    int index(String name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i] == name) {
                return i;
            }
        }
        throw new IllegalArgumentException("no path of the shape holds the name '" + name + "'");
    }

    private static final class Sketch {
        final Map<String, Sketch> children = new LinkedHashMap<>();

        @Nullable
        Sketch any;

        boolean wanted;

        Sketch child(String name) {
            if (!name.equals("*")) {
                return children.computeIfAbsent(name, _ -> new Sketch());
            }
            Sketch every = any;
            if (every == null) {
                every = new Sketch();
                any = every;
            }
            return every;
        }
    }
}
