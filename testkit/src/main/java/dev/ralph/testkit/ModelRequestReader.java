package dev.ralph.testkit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads one request after the other from a connection.
///
/// Promises, whatever bytes come:
/// 1. It returns a whole request, or null at a clean end, or throws [BadRequest] or [IOException]; nothing else.
/// 2. It holds at most [HeadReader#MAX_BYTES] of head and [#MAX_BODY] of body.
/// 3. A request whose end could be read in two ways is refused.
final class ModelRequestReader {
    static final int MAX_BODY = 64 * 1024 * 1024;
    private static final int MAX_LENGTH_DIGITS = 12;

    private final InputStream in;
    private final OutputStream out;

    ModelRequestReader(InputStream in, OutputStream out) {
        this.in = new BufferedInputStream(in, 16 * 1024);
        this.out = out;
    }

    /// Null when the connection ended between requests.
    @Nullable
    ModelRequest next() throws IOException, BadRequest {
        HeadReader.Head head = new HeadReader(in).read();
        if (head == null) {
            return null;
        }
        return new ModelRequest(head.method(), head.target(), head.headers(), body(head.headers()));
    }

    /// Blocks until the client has closed its side of the connection; what it still sends is dropped.
    void awaitEnd() throws IOException {
        awaitEnd(Long.MAX_VALUE);
    }

    /// The same, but for at most so many bytes.
    void awaitEnd(long most) throws IOException {
        byte[] dropped = new byte[16 * 1024];
        long count = 0;
        for (int read = 0; read >= 0 && count < most; count += read) {
            read = in.read(dropped);
        }
    }

    private byte[] body(Map<String, String> headers) throws IOException, BadRequest {
        String encoding = headers.get("transfer-encoding");
        String length = headers.get("content-length");
        if (encoding != null && length != null) {
            throw new BadRequest(400, "a request with a length is not chunked");
        }
        if (encoding != null && !encoding.equalsIgnoreCase("chunked")) {
            throw new BadRequest(501, "the only transfer encoding is chunked");
        }
        String content = headers.getOrDefault("content-encoding", "identity");
        if (!content.equalsIgnoreCase("identity")) {
            throw new BadRequest(415, "compressed requests are not read");
        }
        if (encoding == null && length == null) {
            return new byte[0];
        }
        if (headers.getOrDefault("expect", "").equalsIgnoreCase("100-continue")) {
            out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }
        return length == null ? chunked() : exactly(number(length, 10));
    }

    private byte[] exactly(long length) throws IOException, BadRequest {
        requireRoom(length);
        byte[] body = in.readNBytes((int) length);
        if (body.length < length) {
            throw new BadRequest(400, "the request's body ends after " + body.length + " of " + length + " bytes");
        }
        return body;
    }

    private byte[] chunked() throws IOException, BadRequest {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            String line = lineOf(new HeadReader(in));
            int extension = line.indexOf(';');
            long size = number((extension < 0 ? line : line.substring(0, extension)).strip(), 16);
            if (size == 0) {
                skipTrailers();
                return body.toByteArray();
            }
            requireRoom(body.size() + size);
            body.write(exactly(size));
            if (!lineOf(new HeadReader(in)).isEmpty()) {
                throw new BadRequest(400, "a chunk is longer than it says");
            }
        }
    }

    private void skipTrailers() throws IOException, BadRequest {
        HeadReader trailers = new HeadReader(in);
        while (!lineOf(trailers).isEmpty()) {
            // nobody asks for trailers
        }
    }

    private static String lineOf(HeadReader reader) throws IOException, BadRequest {
        String line = reader.line();
        if (line == null) {
            throw new BadRequest(400, "the request ends within its chunks");
        }
        return line;
    }

    private static void requireRoom(long size) throws BadRequest {
        if (size > MAX_BODY) {
            throw new BadRequest(413, "a request's body has at most " + MAX_BODY + " bytes");
        }
    }

    private static long number(String text, int radix) throws BadRequest {
        boolean digits = !text.isEmpty() && text.length() <= MAX_LENGTH_DIGITS;
        for (int i = 0; digits && i < text.length(); i++) {
            digits = text.charAt(i) < 128 && Character.digit(text.charAt(i), radix) >= 0;
        }
        if (!digits) {
            throw new BadRequest(400, "a length in the request is none");
        }
        return Long.parseLong(text, radix);
    }
}
