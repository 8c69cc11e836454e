package dev.ralph.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The tools are shell scripts that answer as the real ones do.
class PackageRegistriesTest {
    @TempDir
    Path folder;

    private void tool(String name, String script) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path program = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private PackageRegistries asked(String... tools) {
        Map<String, String> environment =
                Map.of("PATH", folder.resolve("bin").toString() + ":/usr/bin:/bin", "HOME", folder.toString());
        return PackageRegistries.of(List.of(tools), folder, environment);
    }

    @Test
    void npm_says_where_it_fetches_from() throws Exception {
        tool("npm", "[ \"$*\" = 'config get registry' ] && echo https://npm.example.com:8443/repo/");

        assertThat(asked("npm", "yarn"))
                .isEqualTo(new PackageRegistries(
                        List.of("npm.example.com:8443"),
                        Map.of("npm_config_registry", "https://npm.example.com:8443/repo/")));
    }

    @Test
    void an_address_with_a_password_is_allowed_and_not_passed_on() throws Exception {
        tool("npm", "echo https://me:secret@npm.example.com/");

        assertThat(asked("npm")).isEqualTo(new PackageRegistries(List.of("npm.example.com"), Map.of()));
    }

    @Test
    void pip_is_asked_for_its_configuration_then_for_what_is_usual() throws Exception {
        tool("python3", """
                case "$*" in
                *"config list") echo "global.index-url='http://pip.example.com/simple'"; echo ":env:.extra-index-url='https://more.example.com/simple'" ;;
                esac""");
        assertThat(asked("pytest"))
                .isEqualTo(new PackageRegistries(
                        List.of("more.example.com", "pip.example.com:80"),
                        Map.of(
                                "PIP_EXTRA_INDEX_URL",
                                "https://more.example.com/simple",
                                "PIP_INDEX_URL",
                                "http://pip.example.com/simple")));

        tool("python3", """
                case "$*" in
                *"install --help") printf '  -i, --index-url <url>\\n     Base URL (default\\n   https://usual.example.com/simple). See https://other.example.com\\n' ;;
                esac""");
        assertThat(asked("unittest").hosts()).containsExactly("usual.example.com");
    }

    @Test
    void go_names_its_proxies_and_its_database_of_sums() throws Exception {
        tool("go", """
                case "$2" in
                GOPROXY) echo 'https://a.example.com,https://b.example.com/x|direct' ;;
                GOSUMDB) echo 'sum.example.com+033de0ae' ;;
                esac""");

        assertThat(asked("go").hosts()).containsExactly("a.example.com", "b.example.com", "sum.example.com");
    }

    @Test
    void maven_names_the_mirrors_of_its_settings() throws Exception {
        Files.createDirectories(folder.resolve(".m2"));
        Files.writeString(
                folder.resolve(".m2/settings.xml"),
                "<settings><mirrors><mirror><url> https://maven.example.com/all </url></mirror></mirrors></settings>");

        assertThat(asked("Maven").hosts()).contains("maven.example.com");
    }

    @Test
    void a_tool_that_is_not_there_or_says_nothing_allows_nothing() throws Exception {
        tool("npm", "echo undefined; exit 1");

        assertThat(asked("npm", "cargo", "make", "unheard-of")).isEqualTo(new PackageRegistries(List.of(), Map.of()));
    }
}
