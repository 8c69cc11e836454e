package dev.ralph.builtin;

import dev.langchain4j.exception.HttpException;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// The way to the model: through the proxy that the variables name, with bounded answers. LangChain4j's own client
/// knows no variable, no bound, and not when the provider wants to be asked again.
final class ModelConnection implements HttpClient, HttpClientBuilder {
    private static final int LONGEST_ANSWER = 32 << 20;
    private static final Duration LONGEST_CONNECT = Duration.ofSeconds(30);

    private final java.net.http.HttpClient client;
    private final Duration patience;
    private @Nullable Duration pause;

    /// @param patience how long an answer may take
    ModelConnection(Map<String, String> environment, Duration patience) {
        this.patience = patience;
        this.client = java.net.http.HttpClient.newBuilder()
                .version(java.net.http.HttpClient.Version.HTTP_1_1)
                .connectTimeout(LONGEST_CONNECT)
                .proxy(new NamedProxy(environment))
                .build();
    }

    /// How long the provider wanted to be left alone when it answered last.
    @Nullable
    Duration pause() {
        return pause;
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        pause = null;
        java.net.http.HttpRequest.Builder sent = java.net.http.HttpRequest.newBuilder(URI.create(request.url()))
                .method(request.method().name(), BodyPublishers.ofString(request.body()));
        request.headers().forEach((name, values) -> values.forEach(value -> sent.header(name, value)));
        HttpResponse<String> answer = answer(sent.build());
        if (answer.statusCode() / 100 != 2) {
            pause = answer.headers()
                    .firstValue("retry-after")
                    .map(ModelConnection::seconds)
                    .orElse(null);
            throw new HttpException(answer.statusCode(), answer.body());
        }
        return SuccessfulHttpResponse.builder()
                .statusCode(answer.statusCode())
                .headers(answer.headers().map())
                .body(answer.body())
                .build();
    }

    /// The limit of a request itself ends with the head of its answer.
    private HttpResponse<String> answer(java.net.http.HttpRequest request) {
        CompletableFuture<HttpResponse<String>> coming =
                client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofString(), LONGEST_ANSWER));
        try {
            return coming.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            Throwable why = failed.getCause();
            throw new UncheckedIOException(why instanceof IOException broken ? broken : new IOException(why));
        } catch (TimeoutException late) {
            coming.cancel(true);
            throw new UncheckedIOException(new IOException("no answer in " + patience.toSeconds() + "s", late));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("interrupted", stopped));
        }
    }

    /// Dates are left to whoever waits with growing pauses.
    private static @Nullable Duration seconds(String header) {
        return header.matches("[0-9]{1,7}") ? Duration.ofSeconds(Long.parseLong(header)) : null;
    }

    @Override
    public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        throw new UnsupportedOperationException("answers come whole");
    }

    @Override
    public @Nullable Duration connectTimeout() {
        return LONGEST_CONNECT;
    }

    @Override
    public HttpClientBuilder connectTimeout(Duration timeout) {
        return this;
    }

    @Override
    public @Nullable Duration readTimeout() {
        return patience;
    }

    @Override
    public HttpClientBuilder readTimeout(Duration timeout) {
        return this;
    }

    @Override
    public HttpClient build() {
        return this;
    }

    /// `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in capitals or not: the only way out of a sandbox.
    private static final class NamedProxy extends ProxySelector {
        private final Map<String, String> environment;

        NamedProxy(Map<String, String> environment) {
            this.environment = Map.copyOf(environment);
        }

        @Override
        public List<Proxy> select(URI uri) {
            String host = String.valueOf(uri.getHost());
            for (String name : List.of("NO_PROXY", "no_proxy")) {
                for (String direct : environment.getOrDefault(name, "").split(",")) {
                    String plain = direct.strip();
                    if (!plain.isEmpty() && (plain.equals("*") || host.endsWith(plain))) {
                        return List.of(Proxy.NO_PROXY);
                    }
                }
            }
            String scheme = String.valueOf(uri.getScheme());
            List<Proxy> proxies = new ArrayList<>();
            for (String name : List.of(scheme.toUpperCase(Locale.ROOT) + "_PROXY", scheme + "_proxy")) {
                String address = environment.getOrDefault(name, "");
                if (!address.isBlank()) {
                    URI proxy = URI.create(address.strip());
                    int port = proxy.getPort() > 0 ? proxy.getPort() : 80;
                    proxies.add(new Proxy(Proxy.Type.HTTP, new InetSocketAddress(proxy.getHost(), port)));
                }
            }
            return proxies.isEmpty() ? List.of(Proxy.NO_PROXY) : proxies;
        }

        @Override
        public void connectFailed(URI uri, SocketAddress address, IOException failure) {
            // The call itself fails with it.
        }
    }
}
