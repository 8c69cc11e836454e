package dev.ralph.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConfinementPolicyTest {

    /// Classes are initialised in the order in which they are used: a journal that is read makes the parts first.
    @ParameterizedTest
    @MethodSource("parts")
    void the_standard_is_whole_whichever_of_its_parts_is_used_first(Class<?> part) throws Exception {
        URL classes =
                ConfinementPolicy.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader fresh = new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
            Class.forName(part.getName(), true, fresh);

            Class<?> confines = Class.forName(ConfinementPolicy.class.getName(), true, fresh);
            Object none = confines.getField("NONE").get(null);
            for (RecordComponent component : confines.getRecordComponents()) {
                assertThat(component.getAccessor().invoke(none))
                        .as(component.getName())
                        .isNotNull();
            }
        }
    }

    static Class<?>[] parts() {
        return ConfinementPolicy.class.getDeclaredClasses();
    }
}
