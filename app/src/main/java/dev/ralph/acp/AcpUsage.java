package dev.ralph.acp;

/// Tokens as an agent reports them in its answers.
///
/// @param input without what came from or went into the cache
record AcpUsage(long input, long cacheRead, long cacheWrite, long output) {
    private static final String[] INPUT = {"inputTokens", "input_tokens", "promptTokens"};
    private static final String[] OUTPUT = {"outputTokens", "output_tokens", "completionTokens"};
    private static final String[] THOUGHT = {"thoughtTokens", "thought_tokens"};
    private static final String[] READ = {"cachedReadTokens", "cached_read_tokens", "cachedTokens", "cached_tokens"};
    private static final String[] WRITE = {"cachedWriteTokens", "cached_write_tokens"};
    private static final String[] TOTAL = {"totalTokens", "total_tokens"};

    /// Agents disagree whether the input includes cached tokens and the output includes thinking. Their total tells: it
    /// is the sum of what stands side by side. Without a total, everything stands side by side.
    static AcpUsage read(RpcMessage message, String path) {
        long input = figure(message, path, INPUT);
        long output = figure(message, path, OUTPUT);
        long thought = figure(message, path, THOUGHT);
        long read = figure(message, path, READ);
        long write = figure(message, path, WRITE);
        long total = figure(message, path, TOTAL);
        long cached = read + write;
        boolean apart = total == 0 || total == input + output + thought + cached || total == input + output + cached;
        boolean thoughtInside = total > 0 && (total == input + output || total == input + output + cached);
        return new AcpUsage(
                apart ? input : Math.max(0, input - cached), read, write, thoughtInside ? output : output + thought);
    }

    boolean isSomething() {
        return input > 0 || cacheRead > 0 || cacheWrite > 0 || output > 0;
    }

    private static long figure(RpcMessage message, String path, String[] names) {
        for (String name : names) {
            long figure = message.number(path + "." + name);
            if (figure > 0) {
                return Math.min(figure, Long.MAX_VALUE / 16);
            }
        }
        return 0;
    }
}
