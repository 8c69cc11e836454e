package dev.ralph.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.testkit.ModelClient.Way;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Noise sent to the real server over real sockets, from a seed. It answers with an HTTP status or sees the
/// client leave; it goes on.
class NoiseTest {
    @Test
    void the_server_answers_noise_and_goes_on() throws Exception {
        AtomicReference<@Nullable Throwable> uncaught = new AtomicReference<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((_, trouble) -> uncaught.set(trouble));
        try (ModelServer server = ModelServer.start()) {
            ScriptPlayback playback =
                    server.play("k", ModelScript.of(ModelStep.shell("true").forever()));
            Random random = new Random(7);
            List<Way> ways = List.of(Way.values());
            int answered = 0;
            for (int round = 0; round < 600; round++) {
                Way way = ways.get(round % ways.size());
                String body = way.body(round % 3 == 0, "hi");
                String good = "POST /s/k" + way.path(round % 3 == 0)
                        + " HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: " + body.length() + "\r\n\r\n"
                        + body;
                String answer = send(server, ModelRequestReaderTest.mutated(random, good));
                if (!answer.isEmpty()) {
                    assertThat(answer).startsWith("HTTP/1.1 ");
                    answered++;
                }
            }
            assertThat(answered).isGreaterThan(500);
            assertThat(new ModelClient(playback).whole(Way.CHAT).statusCode()).isEqualTo(200);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
        assertThat(uncaught.get()).isNull();
    }

    private static String send(ModelServer server, byte[] noise) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(noise);
            socket.shutdownOutput();
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
