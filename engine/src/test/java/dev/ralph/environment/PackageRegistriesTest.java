package dev.ralph.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
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

    private PackageRegistries asked(String... tools) throws IOException {
        String path = project("bin") + ":" + folder.resolve("bin") + ":/usr/bin:/bin";
        Map<String, String> environment = Map.of(
                "PATH",
                path,
                "HOME",
                folder.toString(),
                "PYTHONPATH",
                project("src").toString(),
                "npm_config_local_prefix",
                project("").toString());
        return PackageRegistries.of(List.of(tools), project(""), environment, folder.resolve("answers"));
    }

    private Path project(String name) throws IOException {
        return Files.createDirectories(folder.resolve("project")).resolve(name);
    }

    private void projectFile(String name, String text) throws IOException {
        Files.createDirectories(project(name).getParent());
        Files.writeString(project(name), text);
    }

    private static PackageRegistries allowed(List<String> hosts, Map<String, String> variables) {
        return new PackageRegistries(hosts, variables, List.of());
    }

    @Test
    void nothing_of_the_project_is_started_or_sets_a_tool_up() throws Exception {
        String mark = "touch '" + folder.resolve("ran") + "'";
        for (String name : List.of("npm", "python3", "go", "cargo", "node", "mvn")) {
            projectFile("bin/" + name, "#!/bin/sh\n" + mark + "\n");
            Files.setPosixFilePermissions(project("bin/" + name), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        String python = "import pathlib; pathlib.Path('" + folder.resolve("ran") + "').touch()\n";
        for (String name : List.of("pip.py", "src/pip.py", "src/sitecustomize.py", "sitecustomize.py")) {
            projectFile(name, python);
        }
        tool("npm", "exec node");
        tool("node", "echo https://npm.example.com/");
        tool("go", "[ \"$PWD\" = / ] && echo https://go.example.com");

        assertThat(asked("npm", "pytest", "unittest", "go", "cargo", "Maven").hosts())
                .contains("npm.example.com", "go.example.com");
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void what_files_of_the_project_name_is_told_and_not_allowed() throws Exception {
        tool("npm", "echo https://npm.example.com/");
        tool("python3", "echo \"global.index-url='https://pip.example.com/simple'\"");
        tool("cargo", "");
        projectFile(
                ".npmrc", "audit=false\nregistry = https://npm.evil.example/\n@us:registry=https://us.evil.example\n");
        projectFile(
                "requirements.txt",
                "-i https://pip.evil.example/simple\n--extra-index-url=https://pip.example.com/x\n");
        projectFile(".cargo/config.toml", "[registries.us]\nindex = \"sparse+https://cargo.evil.example/index/\"\n");
        projectFile("build.gradle", "repositories { maven { url 'http://gradle.evil.example/all' } }\n");
        projectFile("pom.xml", """
                <project><url>https://page.evil.example</url>
                <licenses><license><url>https://licence.evil.example</url></license></licenses>
                <repositories><repository><id>x</id><url>https://maven.evil.example/all</url></repository></repositories>
                <distributionManagement><repository><url>https://publish.evil.example</url></repository></distributionManagement>
                </project>""");

        PackageRegistries found = asked("npm", "pytest", "cargo", "Gradle", "Maven");

        assertThat(found.hosts())
                .contains("npm.example.com", "pip.example.com")
                .noneMatch(host -> host.contains("evil"));
        assertThat(found.wanted())
                .containsExactly(
                        "npm.evil.example",
                        "us.evil.example",
                        "pip.evil.example",
                        "cargo.evil.example",
                        "gradle.evil.example:80",
                        "maven.evil.example");
        assertThat(found.variables()).as("npm reads the project's file").doesNotContainKey("npm_config_registry");
    }

    @Test
    void cargo_has_its_usual_registry_where_no_other_takes_its_place() throws Exception {
        tool("cargo", "");
        assertThat(asked("cargo").hosts()).containsExactly("index.crates.io", "static.crates.io", "crates.io");

        Files.createDirectories(folder.resolve(".cargo"));
        Files.writeString(folder.resolve(".cargo/config.toml"), """
                [http]
                proxy = "http://proxy.example.com:3128"
                [source.crates-io]
                replace-with = "mirror"
                [source.mirror]
                registry = "sparse+https://cargo.example.com/index/"
                """);
        assertThat(asked("cargo").hosts()).containsExactly("cargo.example.com");
    }

    @Test
    void what_a_slow_tool_answered_is_remembered_until_a_file_that_it_reads_changes() throws Exception {
        Path settings = folder.resolve(".npmrc");
        Files.writeString(settings, "https://one.example.com/");
        tool("npm", """
                echo asked >>"$HOME/calls"
                echo "registry=$(cat "$HOME/.npmrc")"
                echo "userconfig=$HOME/.npmrc"
                echo "globalconfig=$HOME/etc/npmrc\"""");
        awaitRest();

        assertThat(asked("npm").hosts()).containsExactly("one.example.com");
        assertThat(asked("npm").hosts()).containsExactly("one.example.com");
        assertThat(calls()).isEqualTo(1);

        Files.writeString(settings, "https://two.example.com/");
        awaitRest();
        assertThat(asked("npm").hosts()).containsExactly("two.example.com");
        assertThat(calls()).isEqualTo(2);

        Files.createDirectories(folder.resolve("etc"));
        Files.writeString(folder.resolve("etc/npmrc"), "made");
        assertThat(asked("npm").hosts()).containsExactly("two.example.com");
        assertThat(calls()).as("a file came into being").isEqualTo(3);
    }

    @Test
    void an_answer_with_a_password_is_not_written_down() throws Exception {
        tool("npm", """
                echo registry=https://me:secret@npm.example.com/
                echo "userconfig=$HOME/.npmrc"
                echo "globalconfig=$HOME/etc/npmrc\"""");
        awaitRest();

        assertThat(asked("npm").hosts()).containsExactly("npm.example.com");
        assertThat(folder.resolve("answers")).doesNotExist();
    }

    private long calls() throws IOException {
        return Files.readAllLines(folder.resolve("calls")).size();
    }

    /// What was written a moment ago is not believed to stay as it is.
    private void awaitRest() throws IOException, InterruptedException {
        Path now = folder.resolve("now");
        FileTime written = Files.getLastModifiedTime(Files.writeString(now, ""));
        while (Files.getLastModifiedTime(Files.writeString(now, "")).toMillis() < written.toMillis() + 300) {
            Thread.onSpinWait();
        }
    }

    @Test
    void npm_says_where_it_fetches_from() throws Exception {
        tool("npm", "[ \"$1 $2 $3\" = 'config get registry' ] && echo https://npm.example.com:8443/repo/");

        assertThat(asked("npm", "yarn"))
                .isEqualTo(allowed(
                        List.of("npm.example.com:8443"),
                        Map.of("npm_config_registry", "https://npm.example.com:8443/repo/")));
    }

    @Test
    void an_address_with_a_password_is_allowed_and_not_passed_on() throws Exception {
        tool("npm", "echo https://me:secret@npm.example.com/");

        assertThat(asked("npm")).isEqualTo(allowed(List.of("npm.example.com"), Map.of()));
    }

    @Test
    void pip_is_asked_for_its_configuration_then_for_what_is_usual() throws Exception {
        tool("python3", """
                case "$*" in
                *"config list") echo "global.index-url='http://pip.example.com/simple'"; echo ":env:.extra-index-url='https://more.example.com/simple'" ;;
                esac""");
        assertThat(asked("pytest"))
                .isEqualTo(allowed(
                        List.of("more.example.com", "pip.example.com:80"),
                        Map.of(
                                "PIP_EXTRA_INDEX_URL",
                                "https://more.example.com/simple",
                                "PIP_INDEX_URL",
                                "http://pip.example.com/simple")));

        tool("python3", """
                case "$*" in
                *"install --help") printf '  -i, --index-url <url>\\n     Base URL (default\\n   https://usual.example.com/simple). See https://other.example.com\\n --extra-index-url <url> More, by the rules of --index-url.\\n' ;;
                esac""");
        assertThat(asked("unittest").hosts()).containsExactly("usual.example.com");

        tool("python3", "exit 1");
        assertThat(asked("unittest").hosts()).containsExactly("pypi.org", "files.pythonhosted.org");
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

    /// As Debian has it: the settings block plain HTTP by a mirror that nobody can call.
    @Test
    void maven_that_is_set_up_for_nothing_has_its_usual_repository() throws Exception {
        tool("mvn", "");
        Files.createDirectories(folder.resolve("conf"));
        Files.writeString(
                folder.resolve("conf/settings.xml"),
                "<settings><mirrors><mirror><url>https://own.example.com/</url></mirror><mirror><id>blocker</id>"
                        + "<url>http://0.0.0.0/</url><blocked>true</blocked></mirror></mirrors></settings>");
        Files.createDirectories(folder.resolve("lib"));
        try (ZipOutputStream jar =
                new ZipOutputStream(Files.newOutputStream(folder.resolve("lib/maven-model-builder-3.x.jar")))) {
            jar.putNextEntry(new ZipEntry("org/apache/maven/model/pom-4.0.0.xml"));
            jar.write("<repository><url>https://usual.example.com/maven2</url></repository>"
                    .getBytes(StandardCharsets.UTF_8));
        }

        assertThat(asked("Maven").hosts()).containsExactly("own.example.com", "usual.example.com");
    }

    @Test
    void a_tool_that_is_not_there_or_says_nothing_allows_nothing() throws Exception {
        tool("npm", "echo undefined; exit 1");

        assertThat(asked("npm", "cargo", "make", "unheard-of")).isEqualTo(allowed(List.of(), Map.of()));
    }
}
