package dev.ralph.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.disk.Sha256;
import java.security.MessageDigest;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NativeSha256Test {
    @Test
    void it_hashes_as_the_jdk_does_however_the_bytes_come() {
        Random random = new Random(1);
        MessageDigest digest = NativeSha256.best();
        for (int length : new int[] {0, 1, 55, 56, 63, 64, 65, 1 << 16, (1 << 16) + 1, 300_000}) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            for (int done = 0; done < length; ) {
                int part = Math.min(length - done, 1 + random.nextInt(100_000));
                digest.update(bytes, done, part);
                done += part;
            }
            assertThat(Sha256.hex(digest)).as("%d bytes", length).isEqualTo(Sha256.of(bytes));
        }
    }

    @Test
    void a_digest_that_is_reset_begins_anew() {
        MessageDigest digest = NativeSha256.best();
        digest.update((byte) 1);
        digest.reset();
        digest.update((byte) 2);

        assertThat(Sha256.hex(digest)).isEqualTo(Sha256.of(new byte[] {2}));
    }

    @Test
    void a_machine_without_the_library_hashes_with_the_jdk() {
        MessageDigest digest = NativeSha256.best(List.of("libnone.so.7", "libc.so.6"));

        assertThat(digest).isNotInstanceOf(NativeSha256.class);
        assertThat(Sha256.hex(digest)).isEqualTo(Sha256.of(new byte[0]));
    }
}
