package dev.ralph.receipt;

import dev.ralph.disk.Sha256;
import dev.ralph.json.InvalidJson;
import dev.ralph.json.RecordCodec;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The stored proof of one check: what it found, and the hashes that tie it to the receipts before it.
///
/// @param number   its place in the loop's chain, from 1
/// @param previous the hash of the receipt before it, zeros for the first
/// @param hash     SHA-256 of its canonical JSON without the field `hash`
public record Receipt(long number, Evidence evidence, String previous, String hash) {
    /// Of the form; a reader takes newer ones as far as it knows them.
    public static final int VERSION = 1;

    public Receipt {
        if (number < 1) {
            throw new IllegalArgumentException("no receipt has the number " + number);
        }
        Sha256.require("the hash of the receipt before it", previous);
        Sha256.require("its hash", hash);
    }

    static Receipt of(long number, Evidence evidence, String previous) {
        return new Receipt(number, evidence, previous, Sha256.of(CanonicalJson.of(tree(number, evidence, previous))));
    }

    /// Its line in the file.
    public String json() {
        Map<String, @Nullable Object> tree = tree(number, evidence, previous);
        tree.put("hash", hash);
        return CanonicalJson.of(tree);
    }

    private static Map<String, @Nullable Object> tree(long number, Evidence evidence, String previous) {
        Map<String, @Nullable Object> tree = new TreeMap<>(EvidenceForm.tree(evidence));
        tree.put("version", VERSION);
        tree.put("number", number);
        tree.put("previous", previous);
        return tree;
    }

    /// @throws IllegalArgumentException that says what is wrong, when any byte of it is not as it was written
    static Receipt parse(String line) {
        Map<String, @Nullable Object> tree = CanonicalJson.parse(line);
        String hash = String.valueOf(tree.get("hash"));
        Map<String, @Nullable Object> hashed = new TreeMap<>(tree);
        hashed.remove("hash");
        if (!CanonicalJson.of(tree).equals(line)
                || !Sha256.of(CanonicalJson.of(hashed)).equals(hash)) {
            throw new IllegalArgumentException("it is not what its hash says");
        }
        try {
            Place place = RecordCodec.readSnakeCase(Place.class, tree);
            return new Receipt(place.number(), EvidenceForm.evidence(tree), place.previous(), hash);
        } catch (InvalidJson wrong) {
            throw new IllegalArgumentException("it " + wrong.what(), wrong);
        }
    }

    private record Place(long number, String previous) {}
}
