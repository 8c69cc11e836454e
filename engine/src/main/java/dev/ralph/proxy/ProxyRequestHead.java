package dev.ralph.proxy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/// The first lines of a request to the proxy.
///
/// @param tunnel  whether everything after it goes through untouched
/// @param forward what the target is sent first; empty for a tunnel
@SuppressWarnings("ArrayRecordComponent") // nobody compares heads
record ProxyRequestHead(ProxyTarget target, boolean tunnel, byte[] forward) {
    private static final int LONGEST = 64 << 10;
    private static final int HTTP = 80;

    /// Headers between two neighbours, not for the target; with them a connection could carry a second request, to
    /// somebody else.
    private static final List<String> OURS =
            List.of("connection", "proxy-connection", "proxy-authorization", "keep-alive", "upgrade", "te", "trailer");

    static ProxyRequestHead read(InputStream in) throws IOException {
        List<String> lines =
                new String(bytes(in), StandardCharsets.ISO_8859_1).lines().toList();
        String[] words = lines.isEmpty() ? new String[0] : lines.getFirst().split(" ");
        if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
            throw new IllegalArgumentException("not an HTTP/1.1 request");
        }
        if (words[0].equals("CONNECT")) {
            return new ProxyRequestHead(ProxyTarget.parse(words[1], 443), true, new byte[0]);
        }
        URI uri = URI.create(words[1]);
        if (!"http".equalsIgnoreCase(uri.getScheme())
                || uri.getRawAuthority() == null
                || uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException("only CONNECT and http:// addresses go through this proxy");
        }
        ProxyTarget target = ProxyTarget.parse(uri.getRawAuthority(), HTTP);
        return new ProxyRequestHead(target, false, forward(words[0], uri, lines));
    }

    private static byte[] forward(String method, URI uri, List<String> lines) {
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        StringBuilder text = new StringBuilder(method + " " + path + query + " HTTP/1.1\r\n");
        text.append("Host: ").append(uri.getRawAuthority()).append("\r\n");
        for (String line : lines.subList(1, lines.size())) {
            int colon = line.indexOf(':');
            if (colon <= 0) {
                throw new IllegalArgumentException("a header has no name");
            }
            String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
            if (!name.equals("host") && !OURS.contains(name)) {
                text.append(line).append("\r\n");
            }
        }
        return text.append("Connection: close\r\n\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /// Up to the empty line, which is left out. Byte by byte: what follows it is not ours to read.
    private static byte[] bytes(InputStream in) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        int ends = 0;
        while (ends < 2) {
            int next = in.read();
            if (next < 0 || read.size() == LONGEST) {
                throw new IllegalArgumentException(next < 0 ? "it broke off" : "its head is too long");
            }
            if (next == '\n') {
                ends++;
            } else if (next != '\r') {
                ends = 0;
            }
            read.write(next);
        }
        return read.toString(StandardCharsets.ISO_8859_1).stripTrailing().getBytes(StandardCharsets.ISO_8859_1);
    }
}
