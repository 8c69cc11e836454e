package dev.ralph.sandbox;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.List;

/// Replaces known secrets in text by [#MARK], wherever a stream was split, in one pass.
///
/// It is the automaton of Aho and Corasick: a state is a beginning of a secret, and where no secret goes on, the
/// longest
/// beginning that is an end of what was read takes over. Every byte of every occurrence is replaced, also where
/// secrets overlap or contain each other. Time grows with the text, memory with the secrets.
public final class SecretScrubber {
    public static final String MARK = "[secret]";
    private static final byte[] MARK_BYTES = MARK.getBytes(StandardCharsets.US_ASCII);
    private static final int ROOT = 0;

    private final List<Node> nodes = new ArrayList<>(List.of(new Node(0)));
    private final int[] first = new int[256];
    private final Node[] table;
    private final int longest;

    /// A beginning of a secret.
    private static final class Node {
        private final int depth;
        /// The bytes by which secrets go on, and the states they lead to; nearly always one.
        private byte[] bytes = {};
        private int[] targets = {};
        private int fallback;
        /// The length of the longest secret that ends here.
        private int ends;

        Node(int depth) {
            this.depth = depth;
        }

        int target(byte next) {
            for (int i = 0; i < bytes.length; i++) {
                if (bytes[i] == next) {
                    return targets[i];
                }
            }
            return -1;
        }
    }

    /// @param secrets those that are too short to be told from ordinary words are left out by [Secrets]
    public SecretScrubber(Collection<String> secrets) {
        int most = 0;
        for (String secret : secrets) {
            byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
            most = Math.max(most, bytes.length);
            if (bytes.length > 0) {
                add(bytes);
            }
        }
        longest = most;
        link();
        table = nodes.toArray(Node[]::new);
    }

    private void add(byte[] secret) {
        int at = ROOT;
        for (byte next : secret) {
            Node node = nodes.get(at);
            int target = at == ROOT ? first[next & 0xff] : node.target(next);
            if (target <= 0) {
                target = nodes.size();
                nodes.add(new Node(node.depth + 1));
                node.bytes = Arrays.copyOf(node.bytes, node.bytes.length + 1);
                node.targets = Arrays.copyOf(node.targets, node.targets.length + 1);
                node.bytes[node.bytes.length - 1] = next;
                node.targets[node.targets.length - 1] = target;
                if (at == ROOT) {
                    first[next & 0xff] = target;
                }
            }
            at = target;
        }
        nodes.get(at).ends = secret.length;
    }

    /// Fallbacks, the shorter beginnings first.
    private void link() {
        Deque<Integer> open = new ArrayDeque<>(List.of(ROOT));
        while (!open.isEmpty()) {
            int at = open.removeFirst();
            Node node = nodes.get(at);
            for (int i = 0; i < node.bytes.length; i++) {
                Node child = nodes.get(node.targets[i]);
                child.fallback = at == ROOT ? ROOT : step(node.fallback, node.bytes[i]);
                child.ends = Math.max(child.ends, nodes.get(child.fallback).ends);
                open.addLast(node.targets[i]);
            }
        }
    }

    private int step(int from, byte next) {
        int at = from;
        while (at != ROOT) {
            Node node = nodes.get(at);
            int target = node.target(next);
            if (target >= 0) {
                return target;
            }
            at = node.fallback;
        }
        return first[next & 0xff];
    }

    /// The same text if it holds no secret.
    public String scrub(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        Scrubbing stream = new Scrubbing(bytes);
        try (stream) {
            stream.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return stream.found ? bytes.toString(StandardCharsets.UTF_8) : text;
    }

    /// A stream that passes on what is written to it, scrubbed. It holds back what may be the beginning of a
    /// secret until that is decided, and no more than the longest secret; closing it passes on the rest.
    public OutputStream scrubbing(OutputStream out) {
        return new Scrubbing(out);
    }

    private final class Scrubbing extends FilterOutputStream {
        /// What is not decided yet, at its absolute position modulo the length, which is a power of two.
        private final byte[] held = new byte[Integer.highestOneBit(longest + 1) * 2];
        /// Parts of what is held that are secret, in order, by absolute position.
        private final Deque<long[]> secret = new ArrayDeque<>();
        private long read;
        private long passed;
        private int state = ROOT;
        private boolean found;
        private boolean inSecret;
        private boolean closed;

        private Scrubbing(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            int end = from + length;
            int at = from;
            while (at < end) {
                int harmless = passed == read ? harmless(bytes, at, end) : at;
                if (harmless > at) {
                    out.write(bytes, at, harmless - at);
                    read += harmless - at;
                    passed = read;
                    inSecret = false;
                    at = harmless;
                } else {
                    take(bytes[at++]);
                }
            }
        }

        /// Up to where no secret can begin; only when none has begun.
        private int harmless(byte[] bytes, int from, int end) {
            int at = from;
            while (at < end && first[bytes[at] & 0xff] == ROOT) {
                at++;
            }
            return at;
        }

        @Override
        public void write(int value) throws IOException {
            take((byte) value);
        }

        private void take(byte next) throws IOException {
            held[place(read)] = next;
            read++;
            state = step(state, next);
            Node node = table[state];
            if (node.ends > 0) {
                found = true;
                cover(read - node.ends);
            }
            pass(read - node.depth);
        }

        private int place(long position) {
            return (int) (position & (held.length - 1));
        }

        /// From there to here is secret.
        private void cover(long from) {
            long start = from;
            while (!secret.isEmpty() && secret.getLast()[1] >= start) {
                start = Math.min(start, secret.removeLast()[0]);
            }
            secret.addLast(new long[] {start, read});
        }

        private void pass(long until) throws IOException {
            while (passed < until) {
                while (!secret.isEmpty() && secret.getFirst()[1] <= passed) {
                    secret.removeFirst();
                }
                boolean covered = !secret.isEmpty() && secret.getFirst()[0] <= passed;
                if (!covered) {
                    out.write(held[place(passed)]);
                } else if (!inSecret) {
                    out.write(MARK_BYTES);
                }
                inSecret = covered;
                passed++;
            }
        }

        /// Only what is decided.
        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() throws IOException {
            if (!closed) {
                closed = true;
                pass(read);
                super.close();
            }
        }
    }
}
