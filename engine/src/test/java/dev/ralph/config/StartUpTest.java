package dev.ralph.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Here the engine's classes are loaded without any library beside them.
class StartUpTest {
    @TempDir
    Path project;

    @Test
    void without_a_file_no_class_of_the_yaml_library_is_needed() throws Exception {
        assertThat(loadedAlone()).isEqualTo("10");
    }

    @Test
    void with_a_file_it_is_which_shows_that_the_other_test_can_fail() throws Exception {
        Files.createDirectories(project.resolve(".ralph"));
        Files.writeString(project.resolve(".ralph/config.yaml"), "max_restarts: 5\n");
        assertThatThrownBy(this::loadedAlone)
                .isInstanceOf(InvocationTargetException.class)
                .hasRootCauseInstanceOf(ClassNotFoundException.class);
    }

    private String loadedAlone() throws Exception {
        URL classes = Configuration.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader alone = new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
            Class<?> configuration = alone.loadClass(Configuration.class.getName());
            Class<?> flags = alone.loadClass(FlagValues.class.getName());
            Class<?> key = alone.loadClass(SettingKey.class.getName());
            Object effective = configuration
                    .getMethod("load", flags)
                    .invoke(
                            configuration
                                    .getConstructor(Path.class, Path.class, Map.class)
                                    .newInstance(project, project, Map.of()),
                            flags.getMethod("none").invoke(null));
            Object maxRestarts = alone.loadClass(SettingKeys.class.getName())
                    .getField("MAX_RESTARTS")
                    .get(null);
            return String.valueOf(effective.getClass().getMethod("value", key).invoke(effective, maxRestarts));
        }
    }
}
