package dev.ralph.proxy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicLong;

/// Carries bytes one way until they end, the other side is gone, or the limit is reached.
final class ByteCopy implements Runnable {
    private static final int PIECE = 32 << 10;

    private final SocketChannel from;
    private final SocketChannel to;
    private final AtomicLong used;
    private final long most;
    private final AtomicLong count = new AtomicLong();
    private volatile boolean cut;

    ByteCopy(SocketChannel from, SocketChannel to, AtomicLong used, long most) {
        this.from = from;
        this.to = to;
        this.used = used;
        this.most = most;
    }

    long count() {
        return count.get();
    }

    boolean cut() {
        return cut;
    }

    @Override
    public void run() {
        ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
        try {
            while (from.read(piece.clear()) >= 0) {
                int length = piece.flip().remaining();
                if (used.addAndGet(length) > most) {
                    cut = true;
                    from.close();
                    to.close();
                    return;
                }
                while (piece.hasRemaining()) {
                    to.write(piece);
                }
                count.addAndGet(length);
            }
            to.shutdownOutput();
        } catch (IOException gone) {
            return; // one side is gone: the other pump ends too
        }
    }
}
