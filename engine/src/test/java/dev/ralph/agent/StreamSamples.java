package dev.ralph.agent;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;

/// A small stream of every format, by hand: something to break in fuzzing.
final class StreamSamples {
    static final String CLAUDE = """
            {"type":"system","subtype":"init","cwd":"/w","session_id":"5b1e0f6e-9a53-4d0f-8a0e-1f2f3c4d5e6f","tools":["Bash"],"model":"claude-sonnet-4-5","permissionMode":"default"}
            {"type":"system","subtype":"api_retry","attempt":1,"max_retries":2,"retry_delay_ms":2000,"error_status":429,"error":"rate_limit","session_id":"5b1e"}
            {"type":"assistant","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"thinking","thinking":"<promise>NO</promise>"}],"usage":{"input_tokens":900,"cache_creation_input_tokens":5,"cache_read_input_tokens":100,"output_tokens":1}},"parent_tool_use_id":null,"session_id":"5b1e"}
            {"type":"assistant","message":{"id":"msg_1","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"I will run \\"ls\\" \\u00e4 ok."}],"usage":{"input_tokens":900,"cache_creation_input_tokens":5,"cache_read_input_tokens":100,"output_tokens":1}},"parent_tool_use_id":null}
            {"type":"assistant","message":{"id":"msg_1","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"ls -l","description":"List"}}],"usage":{"input_tokens":900,"cache_creation_input_tokens":5,"cache_read_input_tokens":100,"output_tokens":1}},"parent_tool_use_id":null}
            {"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"<promise>NO</promise> usage limit 429","is_error":false}]},"tool_use_result":{"stdout":"x","stderr":"","interrupted":false}}
            {"type":"assistant","message":{"id":"msg_2","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"subagent"}]},"parent_tool_use_id":"toolu_9"}
            {"type":"assistant","message":{"id":"msg_3","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"All done. <promise>DONE</promise>"}],"usage":{"input_tokens":10,"output_tokens":2}}}
            {"is_error":false,"subtype":"success","type":"result","result":"All done. <promise>DONE</promise>","num_turns":2,"terminal_reason":"completed","total_cost_usd":0.0123,"usage":{"input_tokens":910,"output_tokens":30},"modelUsage":{"claude-sonnet-4-5":{"inputTokens":910,"outputTokens":30,"cacheReadInputTokens":100,"cacheCreationInputTokens":5,"costUSD":0.0123,"contextWindow":200000}},"permission_denials":[]}
            """;

    static final String CODEX = """
            {"type":"thread.started","thread_id":"0199a213-81c0-7800-8aa1-bbab2a035a53"}
            {"type":"turn.started"}
            {"type":"item.completed","item":{"id":"item_0","type":"error","message":"Model metadata not found; usage limit"}}
            {"type":"item.completed","item":{"id":"item_1","type":"reasoning","text":"**Thinking** <promise>NO</promise>"}}
            {"type":"item.completed","item":{"id":"item_2","type":"agent_message","text":"I will run a command."}}
            {"type":"item.started","item":{"id":"item_3","type":"command_execution","command":"bash -lc 'ls'","aggregated_output":"","exit_code":null,"status":"in_progress"}}
            {"type":"item.completed","item":{"id":"item_3","type":"command_execution","command":"bash -lc 'ls'","aggregated_output":"429","exit_code":2,"status":"failed"}}
            {"type":"item.completed","item":{"id":"item_4","type":"file_change","changes":[{"path":"/w/a.txt","kind":"add"}],"status":"completed"}}
            {"type":"error","message":"Reconnecting... 1/5 (unexpected status 500 Internal Server Error: x)"}
            {"type":"item.completed","item":{"id":"item_5","type":"agent_message","text":"All done. <promise>DONE</promise>"}}
            {"type":"turn.completed","usage":{"input_tokens":3300,"cached_input_tokens":2200,"cache_write_input_tokens":0,"output_tokens":130,"reasoning_output_tokens":10}}
            """;

    static final String GEMINI = """
            Loaded cached credentials.
            {"type":"init","timestamp":"2026-01-01T00:00:00.000Z","session_id":"8f6e1c0a-1111-4222-8333-944455556666","model":"gemini-2.5-pro"}
            {"type":"message","role":"user","content":"say <promise>NO</promise>"}
            {"type":"message","role":"assistant","content":"I will ","delta":true}
            {"type":"message","role":"assistant","content":"run it.","delta":true}
            {"type":"tool_use","tool_name":"run_shell_command","tool_id":"t-1","parameters":{"command":"ls"}}
            {"type":"tool_result","tool_id":"t-1","status":"success","output":"quota exceeded"}
            {"type":"error","severity":"warning","message":"Agent execution blocked: rate limit"}
            {"type":"message","role":"assistant","content":"Done <promise>DONE</promise>","delta":true}
            {"type":"result","status":"success","stats":{"total_tokens":3500,"input_tokens":3300,"output_tokens":130,"cached":2200,"input":1100,"duration_ms":5,"tool_calls":1,"models":{"gemini-2.5-pro":{"total_tokens":3500,"input_tokens":3300,"output_tokens":130,"cached":2200,"input":1100}}}}
            """;

    static final String OPENCODE = """
            {"type":"step_start","timestamp":1,"sessionID":"ses_5a","part":{"id":"prt_1","type":"step-start"}}
            {"type":"text","timestamp":1,"sessionID":"ses_5a","part":{"id":"prt_2","type":"text","text":"I will run it.","time":{"start":1,"end":2}}}
            {"type":"tool_use","timestamp":1,"sessionID":"ses_5a","part":{"id":"prt_3","type":"tool","callID":"call_1","tool":"bash","state":{"status":"completed","input":{"command":"ls","description":"x"},"output":"usage limit","metadata":{"exit":0},"time":{"start":1,"end":2}}}}
            {"type":"step_finish","timestamp":1,"sessionID":"ses_5a","part":{"id":"prt_4","type":"step-finish","reason":"tool-calls","tokens":{"total":1150,"input":900,"output":50,"reasoning":100,"cache":{"read":100,"write":0}},"cost":0.004}}
            {"type":"text","timestamp":1,"sessionID":"ses_5a","part":{"id":"prt_6","type":"text","text":"Done <promise>DONE</promise>"}}
            {"type":"step_finish","timestamp":1,"sessionID":"ses_5a","part":{"id":"prt_7","type":"step-finish","reason":"stop","tokens":{"input":10,"output":5,"reasoning":0,"cache":{"read":0,"write":0}},"cost":0}}
            """;

    static final String QWEN = """
            {"type":"system","subtype":"init","uuid":"u","session_id":"11111111-2222-4333-8444-555555555555","model":"qwen3-coder","permission_mode":"yolo"}
            {"type":"stream_event","event":{"type":"goal_state"}}
            {"type":"assistant","uuid":"u","session_id":"s","message":{"id":"m1","type":"message","role":"assistant","model":"qwen3-coder","content":[{"type":"text","text":"I will run it."},{"type":"tool_use","id":"call_1","name":"run_shell_command","input":{"command":"ls"}}],"usage":{"input_tokens":1000,"output_tokens":50,"cache_read_input_tokens":100,"total_tokens":1050}}}
            {"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1","is_error":false,"content":"429"}]}}
            {"type":"system","subtype":"retry","data":{"reason":"retry","attempt":1,"maxRetries":1,"delayMs":60000}}
            {"type":"assistant","message":{"id":"m2","role":"assistant","content":[{"type":"text","text":"Done <promise>DONE</promise>"}]}}
            {"type":"result","subtype":"success","is_error":false,"result":"Done <promise>DONE</promise>","usage":{"input_tokens":3300,"output_tokens":130,"cache_read_input_tokens":2200,"total_tokens":3430}}
            """;

    static final String COPILOT = """
            {"type":"user.message","data":{"content":"say <promise>NO</promise>"},"id":"e1","timestamp":"t"}
            {"type":"assistant.turn_start","data":{"turnId":"0"},"id":"e2"}
            {"type":"assistant.message_delta","data":{"messageId":"m","deltaContent":"I will"},"id":"e3","ephemeral":true}
            {"type":"assistant.message","data":{"messageId":"m","content":"I will run it.","toolRequests":[{"toolCallId":"c1","name":"bash"}]},"id":"e4"}
            {"type":"tool.execution_start","data":{"toolCallId":"c1","toolName":"bash","arguments":{"command":"ls"}},"id":"e5"}
            {"type":"tool.execution_complete","data":{"toolCallId":"c1","success":true,"result":{"content":"rate limit"}},"id":"e6"}
            {"type":"model.call_failure","data":{"statusCode":500,"failureKind":"api","retryAttempt":0},"id":"e7"}
            {"type":"assistant.turn_retry","data":{"turnId":"0","reason":"server_error"},"id":"e7b"}
            {"type":"assistant.message","data":{"messageId":"m2","content":"Done <promise>DONE</promise>","toolRequests":[]},"id":"e8"}
            {"type":"assistant.idle","data":{},"id":"e9"}
            {"type":"result","timestamp":"t","sessionId":"99999999-2222-4333-8444-555555555555","exitCode":0,"usage":{"premiumRequests":0}}
            """;

    static final String ACP = """
            {"type":"session","id":"s1","resumed":false,"agent":"gemini-cli","version":"0.61.0"}
            {"type":"model","name":"gemini-2.5-pro"}
            {"type":"text","text":"I will ","last":false}
            {"type":"text","text":"","last":true}
            {"type":"tool_call","id":"t1","name":"execute","detail":"ls"}
            {"type":"tool_result","id":"t1","failed":false}
            {"type":"text","text":"Done <promise>DONE</promise>","last":true}
            {"type":"usage","key":"turn","scope":"turn","model":"m","input":10,"cacheRead":5,"cacheWrite":0,"output":7}
            {"type":"usage","key":"cost","scope":"session","dollars":0.0123}
            {"type":"result","failed":false,"stopReason":"end_turn","strange":0}
            """;

    static final String BUILTIN = """
            {"type":"model","name":"claude-sonnet-5-5"}
            {"type":"retry","attempt":1,"delay":1000,"status":529,"words":"HTTP 529: overloaded_error: Overloaded"}
            {"type":"usage","key":"call 1","scope":"call","model":"claude-sonnet-5-5","input":1000,"cacheRead":100,"cacheWrite":5,"output":50}
            {"type":"text","text":"I will run it.","last":true}
            {"type":"tool_call","id":"call 1.1","name":"bash","detail":"ls"}
            {"type":"tool_result","id":"call 1.1","failed":true}
            {"type":"error","class":"other","status":429,"words":"HTTP 429: rate_limit_error: slow down (retry in 60s)"}
            {"type":"result","failed":true,"stopReason":"error","strange":0}
            """;

    static final String TEXT =
            "I will run it.\n\u001b[32mgreen\u001b[0m \u00e4\u20ac\ud83d\ude00\r\nDone <promise>DONE</promise>\n";

    private StreamSamples() {}

    static Map<StreamFormat, byte[]> all() {
        Map<StreamFormat, byte[]> all = new EnumMap<>(StreamFormat.class);
        all.put(StreamFormat.CLAUDE, bytes(CLAUDE));
        all.put(StreamFormat.CODEX, bytes(CODEX));
        all.put(StreamFormat.GEMINI, bytes(GEMINI));
        all.put(StreamFormat.OPENCODE, bytes(OPENCODE));
        all.put(StreamFormat.QWEN, bytes(QWEN));
        all.put(StreamFormat.COPILOT, bytes(COPILOT));
        all.put(StreamFormat.ACP, bytes(ACP));
        all.put(StreamFormat.BUILTIN, bytes(BUILTIN));
        all.put(StreamFormat.TEXT, bytes(TEXT));
        return all;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
