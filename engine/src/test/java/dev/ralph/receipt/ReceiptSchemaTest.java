package dev.ralph.receipt;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.ralph.disk.Sha256;
import dev.ralph.receipt.Evidence.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What is written is what the published schema says.
class ReceiptSchemaTest {
    private static final Path FILE =
            Path.of(System.getProperty("ralph.repository", ".."), "docs", "receipt.schema.json");
    private static final Evidence.Output OUTPUT = new Evidence.Output(Sha256.NONE, 0, "loops/a/checks/b.txt");

    @Test
    void receipts_are_valid() throws IOException {
        Schema schema = schema();
        String huge = "x".repeat(100_000);
        List<Evidence> samples = List.of(
                EvidenceSamples.passed(0, 1),
                EvidenceSamples.full(OUTPUT),
                EvidenceSamples.evidence(
                        1, 1, new Finding(false, -1, huge, null, "{\"a\":\"" + huge + huge + "\"}", List.of()), null));

        for (Evidence sample : samples) {
            String json = Receipt.of(1, sample, Sha256.NONE).json();
            assertThat(schema.validate(json, InputFormat.JSON)).as(json).isEmpty();
        }
    }

    @Test
    void everything_the_schema_names_can_be_in_a_receipt_and_nothing_else_can() throws IOException {
        Map<String, ?> full =
                CanonicalJson.parse(Receipt.of(1, baselined(), Sha256.NONE).json());
        Map<String, ?> properties = child(CanonicalJson.parse(Files.readString(FILE)), "properties");

        assertThat(properties.keySet()).isEqualTo(full.keySet());
        for (String part : List.of("check", "second_run", "environment", "output")) {
            assertThat(child(child(properties, part), "properties").keySet())
                    .isEqualTo(child(full, part).keySet());
        }
        String more = Receipt.of(1, baselined(), Sha256.NONE).json().replaceFirst("\\{", "{\"more\":1,");
        assertThat(schema().validate(more, InputFormat.JSON)).isNotEmpty();
    }

    @SuppressWarnings("unchecked") // keys of JSON are names
    private static Map<String, ?> child(Map<String, ?> object, String name) {
        return (Map<String, ?>) Objects.requireNonNull(object.get(name));
    }

    private static Evidence baselined() {
        Evidence full = EvidenceSamples.full(OUTPUT);
        return new Evidence(
                full.claim(),
                full.check(),
                full.finding(),
                new Evidence.Subject("a".repeat(40), "b".repeat(40), "c".repeat(40)),
                full.author(),
                full.environment(),
                full.started(),
                full.took(),
                full.output());
    }

    private static Schema schema() throws IOException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(FILE));
    }
}
