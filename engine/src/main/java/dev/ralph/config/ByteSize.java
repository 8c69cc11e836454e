package dev.ralph.config;

/// An amount of stored bytes.
public record ByteSize(long bytes) implements Comparable<ByteSize> {
    public ByteSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("a size cannot be negative: " + bytes);
        }
    }

    @Override
    public int compareTo(ByteSize other) {
        return Long.compare(bytes, other.bytes);
    }

    @Override
    public String toString() {
        return ByteText.format(this);
    }
}
