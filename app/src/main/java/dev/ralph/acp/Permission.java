package dev.ralph.acp;

import org.jspecify.annotations.Nullable;

/// Answers an agent that asks whether it may. It may: what it must not do, the sandbox prevents.
final class Permission {
    private static final int MOST_OPTIONS = 32;

    private Permission() {}

    static byte[] reply(RpcMessage request) {
        String option = option(request);
        return BridgeLine.of(line -> line.text("jsonrpc", "2.0")
                .id(request)
                .object(
                        "result",
                        result -> result.object("outcome", outcome -> {
                            if (option == null) {
                                outcome.text("outcome", "cancelled");
                            } else {
                                outcome.text("outcome", "selected").text("optionId", option);
                            }
                        })));
    }

    private static @Nullable String option(RpcMessage request) {
        for (String kind : new String[] {"allow_once", "allow_always"}) {
            for (int i = 0; i < MOST_OPTIONS; i++) {
                String at = "params.options." + i;
                if (request.text(at + ".kind").equals(kind) && request.has(at + ".optionId")) {
                    return request.text(at + ".optionId");
                }
            }
        }
        return null;
    }
}
