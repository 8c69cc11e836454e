package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class VersionTest {

    @Test
    void the_version_is_the_one_of_the_build() throws Exception {
        String pom = Files.readString(Path.of(System.getProperty("ralph.repository"), "pom.xml"));
        String version = pom.substring(pom.indexOf("<version>") + "<version>".length(), pom.indexOf("</version>"));

        assertThat(Main.VERSION).isEqualTo(version);
    }
}
