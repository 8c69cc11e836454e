package dev.ralph.acp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineReaderTest {
    private final List<String> lines = new ArrayList<>();

    @Test
    void lines_are_the_same_however_the_stream_is_split() throws Exception {
        Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            List<String> expected = new ArrayList<>();
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < random.nextInt(12); i++) {
                String line = "x".repeat(random.nextInt(30));
                text.append(line).append('\n');
                if (!line.isEmpty()) {
                    expected.add(line.length() > 20 ? "too long" : line);
                }
            }
            lines.clear();
            read(new Dripping(text.toString(), random), 20, 1_000_000);
            assertThat(lines).isEqualTo(expected);
        }
    }

    @Test
    void half_a_line_at_the_end_is_a_line() throws Exception {
        read(new ByteArrayInputStream("a\nb".getBytes(StandardCharsets.UTF_8)), 20, 100);

        assertThat(lines).containsExactly("a", "b");
    }

    @Test
    void a_line_without_end_is_not_read_for_ever() {
        assertThatThrownBy(() -> read(new Endless(), 1_000, 500_000))
                .isInstanceOf(LineReader.Endless.class)
                .hasMessageContaining("did not end after");
    }

    private void read(InputStream in, int longest, long endless) throws IOException {
        new LineReader(in, longest, endless).read(new LineReader.Sink() {
            @Override
            public void line(byte[] bytes, int length) {
                lines.add(new String(bytes, 0, length, StandardCharsets.UTF_8));
            }

            @Override
            public void tooLong() {
                lines.add("too long");
            }
        });
    }

    /// Gives a few bytes at a time.
    private static final class Dripping extends ByteArrayInputStream {
        private final Random random;

        Dripping(String text, Random random) {
            super(text.getBytes(StandardCharsets.UTF_8));
            this.random = random;
        }

        @Override
        public synchronized int read(byte[] into, int from, int length) {
            return super.read(into, from, Math.min(length, 1 + random.nextInt(9)));
        }
    }

    private static final class Endless extends InputStream {
        @Override
        public int read() {
            return 'x';
        }
    }
}
