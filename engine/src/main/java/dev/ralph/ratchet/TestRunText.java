package dev.ralph.ratchet;

import java.io.StringWriter;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// A run of the tests as text, so that the baseline need not run twice.
public final class TestRunText {
    private static final int VERSION = 1;
    private static final JsonFactory JSON = new JsonFactory();

    private TestRunText() {}

    /// One JSON array: version, reports read, then per test its suite, name, four counts and whether it is flaky, then
    /// pairs of a broken report and the reason.
    public static String of(TestRun run) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartArray();
            json.writeNumber(VERSION);
            json.writeNumber(run.read());
            json.writeStartArray();
            for (Map.Entry<TestId, TestTally> test : run.tests().entrySet()) {
                json.writeStartArray();
                json.writeString(test.getKey().suite());
                json.writeString(test.getKey().name());
                for (TestOutcome standing : TestOutcome.values()) {
                    json.writeNumber(test.getValue().of(standing));
                }
                json.writeBoolean(run.flaky().contains(test.getKey()));
                json.writeEndArray();
            }
            json.writeEndArray();
            json.writeStartArray();
            for (TestRun.Broken broken : run.broken()) {
                json.writeString(broken.report());
                json.writeString(broken.why());
            }
            json.writeEndArray();
            json.writeEndArray();
        }
        return text.toString();
    }

    /// @throws BrokenReport when it is none that was written by [#of]
    public static TestRun read(String text) throws BrokenReport {
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
            expect(json, JsonToken.START_ARRAY);
            if (number(json) != VERSION) {
                throw new BrokenReport("it is of another version");
            }
            Parts parts = new Parts(json, number(json));
            expect(json, JsonToken.START_ARRAY);
            while (json.nextToken() == JsonToken.START_ARRAY) {
                parts.test();
            }
            expect(json, JsonToken.START_ARRAY);
            while (json.nextToken() == JsonToken.VALUE_STRING) {
                String report = json.getString();
                parts.found.broken(report, string(json));
            }
            expect(json, JsonToken.END_ARRAY);
            return parts.run();
        } catch (JacksonException | IllegalArgumentException damaged) {
            throw new BrokenReport("it is damaged");
        }
    }

    /// What was read so far.
    private static final class Parts {
        final JsonParser json;
        final int read;
        final TestRun.Builder found = new TestRun.Builder();

        Parts(JsonParser json, int read) {
            this.json = json;
            this.read = read;
        }

        void test() throws BrokenReport {
            TestId test = new TestId(string(json), string(json));
            TestTally tally = new TestTally(number(json), number(json), number(json), number(json));
            found.add(test, tally);
            if (json.nextToken() == JsonToken.VALUE_TRUE) {
                found.flaky(test);
            }
            expect(json, JsonToken.END_ARRAY);
        }

        TestRun run() {
            TestRun run = found.build();
            return new TestRun(run.tests(), run.flaky(), run.broken(), read);
        }
    }

    private static void expect(JsonParser json, JsonToken token) throws BrokenReport {
        if (json.nextToken() != token) {
            throw new BrokenReport("it is damaged");
        }
    }

    private static int number(JsonParser json) throws BrokenReport {
        expect(json, JsonToken.VALUE_NUMBER_INT);
        return json.getIntValue();
    }

    private static String string(JsonParser json) throws BrokenReport {
        expect(json, JsonToken.VALUE_STRING);
        return json.getString();
    }
}
