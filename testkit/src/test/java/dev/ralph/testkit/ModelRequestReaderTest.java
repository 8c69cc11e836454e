package dev.ralph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelRequestReaderTest {
    private static final String GOOD =
            "POST /s/k/v1/messages?beta=true HTTP/1.1\r\nHost: x\r\nX-A: 1\r\nX-a:  2 \r\nContent-Length: 5\r\n\r\nhello";
    private static final String CHUNKED =
            "POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5;name=value\r\nhello\r\nA\r\n, world!!!\r\n0\r\nTrailer: x\r\n\r\n";

    @Test
    void a_request_is_read_whole() throws Exception {
        ModelRequest request = only(GOOD);

        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.target()).isEqualTo("/s/k/v1/messages?beta=true");
        assertThat(request.path()).isEqualTo("/s/k/v1/messages");
        assertThat(request.headers()).containsEntry("x-a", "1, 2").containsEntry("host", "x");
        assertThat(request.body()).asString(StandardCharsets.UTF_8).isEqualTo("hello");
    }

    @Test
    void chunks_are_put_together() throws Exception {
        assertThat(only(CHUNKED).body()).asString(StandardCharsets.UTF_8).isEqualTo("hello, world!!!");
    }

    @Test
    void requests_follow_each_other_and_end_cleanly() throws Exception {
        ModelRequestReader reader =
                reader((GOOD + "\r\n" + CHUNKED + "GET / HTTP/1.1\n\n").getBytes(StandardCharsets.UTF_8));

        assertThat(reader.next()).isNotNull();
        assertThat(reader.next()).isNotNull();
        assertThat(reader.next()).isNotNull();
        assertThat(reader.next()).isNull();
    }

    @Test
    void who_asks_whether_to_go_on_is_told_to() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] bytes = "POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nhi"
                .getBytes(StandardCharsets.UTF_8);

        new ModelRequestReader(new ByteArrayInputStream(bytes), out).next();

        assertThat(out).hasToString("HTTP/1.1 100 Continue\r\n\r\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET                                                            | 400
            GET / HTTP/1.1                                                 | 400
            GET  / HTTP/1.1~~                                              | 400
            G(T / HTTP/1.1~~                                               | 400
            GET x HTTP/1.1~~                                               | 400
            GET http://x/ HTTP/1.1~~                                       | 400
            GET / HTTP/1.0~~                                               | 505
            PRI * HTTP/2.0~~SM~~                                           | 505
            GET / FTP~~                                                    | 400
            GET / HTTP/1.1~nocolon~~                                       | 400
            GET / HTTP/1.1~a b: c~~                                        | 400
            GET / HTTP/1.1~a: 1~ folded~~                                  | 400
            GET / HTTP/1.1~a: 1                                            | 400
            POST / HTTP/1.1~content-length: -1~~                           | 400
            POST / HTTP/1.1~content-length: 1e3~~                          | 400
            POST / HTTP/1.1~content-length: 99999999999999999999~~         | 400
            POST / HTTP/1.1~content-length: 99999999999~~                  | 413
            POST / HTTP/1.1~content-length: 1~content-length: 1~~x         | 400
            POST / HTTP/1.1~content-length: 5~~abc                         | 400
            POST / HTTP/1.1~content-length: 5~transfer-encoding: chunked~~ | 400
            POST / HTTP/1.1~transfer-encoding: gzip~~                      | 501
            POST / HTTP/1.1~content-encoding: gzip~content-length: 1~~x    | 415
            POST / HTTP/1.1~transfer-encoding: chunked~~zz~                | 400
            POST / HTTP/1.1~transfer-encoding: chunked~~-1~                | 400
            POST / HTTP/1.1~transfer-encoding: chunked~~FFFFFFFF~          | 413
            POST / HTTP/1.1~transfer-encoding: chunked~~2~abc~0~~          | 400
            POST / HTTP/1.1~transfer-encoding: chunked~~2~ab~              | 400
            """)
    void what_is_no_request_is_refused(String text, int status) {
        assertThatThrownBy(() -> only(text.replace("~", "\r\n")))
                .isInstanceOfSatisfying(
                        BadRequest.class, e -> assertThat(e.status()).isEqualTo(status));
    }

    @Test
    void a_head_without_end_is_refused() {
        for (String endless : new String[] {
            "x".repeat(200_000),
            "GET / HTTP/1.1\r\n" + "a: b\r\n".repeat(300),
            "GET / HTTP/1.1\r\na: " + "b".repeat(100_000)
        }) {
            assertThatThrownBy(() -> only(endless))
                    .isInstanceOfSatisfying(
                            BadRequest.class, e -> assertThat(e.status()).isEqualTo(431));
        }
    }

    /// The reader's first promise, from a seed: whatever the bytes, it returns a request or says what is wrong.
    @Test
    void no_bytes_break_it() throws Exception {
        Random random = new Random(42);
        int refused = 0;
        int read = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = mutated(random, round % 2 == 0 ? GOOD : CHUNKED);
            try {
                if (reader(bytes).next() != null) {
                    read++;
                }
            } catch (BadRequest e) {
                assertThat(e.status()).isBetween(400, 505);
                refused++;
            }
        }
        assertThat(refused).as("the noise reaches the refusals").isGreaterThan(1000);
        assertThat(read).as("and not only them").isGreaterThan(1000);
    }

    static byte[] mutated(Random random, String good) {
        byte[] bytes = good.getBytes(StandardCharsets.UTF_8);
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes && bytes.length > 0; i++) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes = Arrays.copyOf(bytes, at);
                case 2 -> bytes[at] = (byte) "\r\n :;0/\t".charAt(random.nextInt(8));
                default -> {
                    byte[] longer = new byte[bytes.length + 1];
                    System.arraycopy(bytes, 0, longer, 0, at);
                    longer[at] = (byte) random.nextInt(128);
                    System.arraycopy(bytes, at, longer, at + 1, bytes.length - at);
                    bytes = longer;
                }
            }
        }
        return bytes;
    }

    private static ModelRequest only(String text) throws IOException, BadRequest {
        ModelRequest request = reader(text.getBytes(StandardCharsets.UTF_8)).next();
        return Objects.requireNonNull(request);
    }

    private static ModelRequestReader reader(byte[] bytes) {
        return new ModelRequestReader(new ByteArrayInputStream(bytes), new ByteArrayOutputStream());
    }
}
