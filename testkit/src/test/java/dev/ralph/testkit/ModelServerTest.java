package dev.ralph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.testkit.ModelClient.Way;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ModelServerTest {
    private final ModelServer server = ModelServer.start();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void parallel_performances_do_not_disturb_each_other() throws Exception {
        List<CompletableFuture<List<String>>> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ModelClient client =
                    client("run-" + i, ModelStep.text("a" + i), ModelStep.text("b" + i), ModelStep.text("c" + i));
            all.add(CompletableFuture.supplyAsync(
                    () -> List.of(text(client), text(client), text(client), text(client))));
        }

        for (int i = 0; i < 20; i++) {
            assertThat(all.get(i).get(30, TimeUnit.SECONDS))
                    .containsExactly("a" + i, "b" + i, "c" + i, ModelScript.OVER);
        }
    }

    @Test
    void every_request_is_remembered_as_it_came() {
        ModelClient client = client("k", ModelStep.text("x"));

        client.streamed(Way.ANTHROPIC);

        ReceivedRequest asked = client.playback().asked().getFirst();
        assertThat(asked.method()).isEqualTo("POST");
        assertThat(asked.target()).isEqualTo("/s/k/v1/messages");
        assertThat(asked.endpoint()).isEqualTo(Endpoint.MESSAGES);
        assertThat(asked.model()).isEqualTo("m1");
        assertThat(asked.tools()).containsExactly("Bash", "Write");
        assertThat(asked.userTexts()).containsExactly("hi");
        assertThat(asked.headers()).containsEntry("authorization", "Bearer secret");
        assertThat(asked.json().path("max_tokens").asInt()).isEqualTo(100);
        assertThat(asked.text()).isEqualTo(Way.ANTHROPIC.body(true, "hi"));
        assertThat(asked.step()).isEqualTo(1);
        assertThat(asked.side()).isFalse();
        assertThat(asked).asString().contains("step 1").doesNotContain("secret");
    }

    @Test
    void what_the_user_said_is_found_in_every_protocol() {
        for (Way way : Way.values()) {
            ModelClient client = client(way.name(), ModelStep.text("x"));
            client.post(way.path(false), way.body(false, "go on \\\"now\\\""));

            assertThat(client.playback().turns().getFirst().userTexts())
                    .as(way.name())
                    .containsExactly("go on \"now\"");
        }
    }

    @Test
    void a_request_without_tools_is_answered_aside_and_takes_no_step() {
        ModelClient client = client("k", ModelStep.text("the step"));

        String title = client.post(
                        "/v1/chat/completions", "{\"messages\":[{\"role\":\"user\",\"content\":\"title?\"}]}")
                .body();

        assertThat(title).contains(ModelScript.TITLE);
        assertThat(text(client)).isEqualTo("the step");
        assertThat(client.playback().asked()).extracting(ReceivedRequest::side).containsExactly(true, false);
        assertThat(client.playback().turnCount()).isEqualTo(1);
    }

    @Test
    void a_marked_request_is_answered_aside_although_it_offers_tools() {
        ModelClient client = client("k", ModelStep.text("the step"));

        String extraction = client.post(
                        "/v1/chat/completions", Way.CHAT.body(false, "You are a memory extraction subagent"))
                .body();

        assertThat(extraction).contains(ModelScript.TITLE);
        assertThat(client.playback().turnCount()).isZero();
    }

    @Test
    void without_side_answers_every_request_takes_a_step() {
        ModelClient client = new ModelClient(server.play(
                ModelScript.builder().steps(ModelStep.text("the step")).noSide().build()));

        assertThat(client.post("/v1/messages", "{\"messages\":[]}").body()).contains("the step");
    }

    @Test
    void models_and_counts_take_no_step() throws Exception {
        ModelClient client = new ModelClient(
                server.play(ModelScript.builder().models("small", "large").build()));

        assertThat(client.get("/v1/models").body()).contains("\"id\":\"small\"").contains("\"id\":\"large\"");
        assertThat(client.get("/v1beta/models").body()).contains("\"models/small\"");
        assertThat(client.post("/v1/messages/count_tokens", "{\"a\":1}").body()).isEqualTo("{\"input_tokens\":2}");
        assertThat(client.post("/v1beta/models/x:countTokens", "{\"a\":1}").body())
                .isEqualTo("{\"totalTokens\":2}");
        assertThat(client.playback().turnCount()).isZero();
        assertThat(client.playback().asked())
                .extracting(ReceivedRequest::endpoint)
                .containsExactly(
                        Endpoint.MODELS, Endpoint.GEMINI_MODELS, Endpoint.MESSAGES_COUNT, Endpoint.GEMINI_COUNT);
    }

    @Test
    void a_step_is_repeated_as_often_as_it_says() {
        ModelClient client = client(
                "k",
                ModelStep.text("twice").times(2),
                ModelStep.text("for ever").forever());

        assertThat(List.of(text(client), text(client), text(client), text(client), text(client)))
                .containsExactly("twice", "twice", "for ever", "for ever", "for ever");
        assertThat(client.playback().turns()).extracting(ReceivedRequest::step).containsExactly(1, 1, 2, 2, 2);
        assertThat(client.playback().isOver()).isFalse();
    }

    @Test
    void a_performance_knows_when_its_script_is_over() {
        ModelClient client = client("k", ModelStep.text("one"));

        assertThat(client.playback().isOver()).isFalse();
        text(client);
        assertThat(client.playback().isOver()).isTrue();
    }

    @Test
    void playing_at_the_same_key_begins_anew() {
        ModelClient before = client("k", ModelStep.text("old"), ModelStep.text("old"));
        text(before);
        ModelClient after = client("k", ModelStep.text("new"));

        assertThat(text(before)).isEqualTo("new");
        assertThat(before.playback().asked()).hasSize(1);
        assertThat(after.playback().asked()).hasSize(1);
    }

    @Test
    void one_can_wait_for_a_turn() throws Exception {
        ModelClient client = client("k", ModelStep.hang());

        CompletableFuture<HttpResponse<String>> hanging =
                client.postAsync(Way.CHAT.path(true), Way.CHAT.body(true, "hi"));

        assertThat(client.playback().awaitTurns(1, ModelClient.LIMIT)).isTrue();
        assertThat(client.playback().awaitTurns(2, Duration.ofMillis(50))).isFalse();
        hanging.cancel(true);
    }

    @Test
    void a_body_that_is_no_json_object_is_refused_in_the_providers_form() {
        for (String body : List.of("", "nonsense", "[]", "1", "{\"a\":", "[".repeat(100_000))) {
            HttpResponse<String> response = client("k").post("/v1/messages", body);

            assertThat(response.statusCode()).as(body).isEqualTo(400);
            assertThat(response.body()).contains("\"type\":\"error\"").contains("invalid_request_error");
        }
    }

    @Test
    void wrong_shapes_in_a_request_do_no_harm() {
        for (String body : List.of(
                "{\"messages\":1,\"tools\":{\"a\":1},\"model\":[],\"stream\":\"x\"}",
                "{\"input\":{\"a\":1},\"contents\":[[1]],\"tools\":[1,null,[],{\"type\":7,\"name\":{}}]}",
                "{\"tools\":[{\"name\":\"Bash\",\"input_schema\":[]},{\"function\":{\"name\":\"bash\",\"parameters\":3}},"
                        + "{\"functionDeclarations\":[{\"name\":\"write_file\",\"parameters\":{\"required\":[1,{}]}}]}]}")) {
            for (Way way : Way.values()) {
                ModelClient client =
                        client("k", ModelStep.calls(new ScriptedCall.Shell("x"), new ScriptedCall.Write("a", "b")));
                assertThat(client.post(way.path(false), body).statusCode())
                        .as("%s %s", way, body)
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void an_unknown_key_or_path_is_not_found_and_leaves_no_trace() throws Exception {
        ModelClient client = client("k");
        ScriptPlayback elsewhere = new ScriptPlayback(
                "other",
                ModelScript.of(),
                URI.create("http://127.0.0.1:" + server.port() + "/s/other"),
                InstantSource.system());

        assertThat(new ModelClient(elsewhere).whole(Way.CHAT).statusCode()).isEqualTo(404);
        assertThat(client.get("/v2/nothing").statusCode()).isEqualTo(404);
        assertThat(client.get("/v1/messages").statusCode()).isEqualTo(404);
    }

    @Test
    void what_is_remembered_is_bounded() {
        ModelClient client = client("k", ModelStep.text("x").forever());
        String body = Way.CHAT.body(false, "x".repeat(15 * 1024 * 1024));

        for (int i = 0; i < 6; i++) {
            client.post(Way.CHAT.path(false), body);
        }

        assertThat(client.playback().turnCount()).isEqualTo(6);
        assertThat(client.playback().asked()).hasSize(4);
        assertThat(client.playback().forgotten()).isEqualTo(2);
    }

    @Test
    void nobody_but_this_machine_reaches_it() throws Exception {
        for (NetworkInterface network : NetworkInterface.networkInterfaces().toList()) {
            for (InetAddress address :
                    network.inetAddresses().filter(a -> !a.isLoopbackAddress()).toList()) {
                assertThatThrownBy(() -> new Socket(address, server.port()).close())
                        .isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void closing_ends_hanging_answers_and_gives_the_port_back() throws Exception {
        ModelClient client = client("k", ModelStep.hang().forever());
        List<CompletableFuture<HttpResponse<String>>> hanging = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            hanging.add(client.postAsync(Way.CHAT.path(true), Way.CHAT.body(true, "hi")));
        }
        assertThat(client.playback().awaitTurns(10, ModelClient.LIMIT)).isTrue();

        server.close();

        for (CompletableFuture<HttpResponse<String>> one : hanging) {
            assertThatThrownBy(() -> one.get(10, TimeUnit.SECONDS)).hasRootCauseInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), server.port()).close())
                .isInstanceOf(IOException.class);
        assertThat(client.playback().asked()).hasSize(10);
        server.close();
    }

    @Test
    void connections_are_bounded_and_those_given_up_free_their_place() throws Exception {
        ModelClient client = client("k", ModelStep.text("still here").forever());
        List<Socket> idle = new ArrayList<>();
        for (int i = 0; i < ModelServer.MAX_CONNECTIONS; i++) {
            idle.add(new Socket(InetAddress.getLoopbackAddress(), server.port()));
        }
        try (Socket tooMany = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            tooMany.setSoTimeout(10_000);
            assertThat(tooMany.getInputStream().read()).isNegative();
        }
        for (Socket socket : idle) {
            socket.close();
        }

        assertThat(textWhenThereIsRoom(client)).isEqualTo("still here");
    }

    private static String textWhenThereIsRoom(ModelClient client) throws InterruptedException {
        for (int attempt = 0; attempt < 100; attempt++) {
            try {
                return text(client);
            } catch (UncheckedIOException _) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
        throw new AssertionError("no place became free");
    }

    @Test
    void a_key_is_a_plain_word() {
        for (String key : List.of("", "a/b", "a b", "ä", "%41", "k".repeat(101))) {
            assertThatThrownBy(() -> server.play(key, ModelScript.of()))
                    .hasMessageContaining("a key has 1 to 100 letters");
        }
    }

    private ModelClient client(String key, ModelStep... steps) {
        return new ModelClient(server.play(key, ModelScript.of(steps)));
    }

    private static String text(ModelClient client) {
        return HeardAnswer.of(Way.CHAT, client.json(Way.CHAT)).text();
    }
}
