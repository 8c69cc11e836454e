package dev.ralph.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DocumentTest {
    @Test
    void the_script_in_the_document_can_be_played() throws Exception {
        String document =
                Files.readString(Path.of(System.getProperty("ralph.repository"), "docs/internals/testkit.md"));
        int from = document.indexOf("```json\n") + "```json\n".length();

        ModelScript script = ModelScript.parse(document.substring(from, document.indexOf("```", from)));

        assertThat(script.steps()).hasSize(7);
        assertThat(script.end()).isEqualTo("Nothing more to say.");
    }
}
