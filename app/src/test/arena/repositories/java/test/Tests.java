import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs the tests of the classes it is told, and writes a report of each as JUnit does. */
final class Tests {
    private Tests() {}

    public static void main(String[] classes) throws Exception {
        boolean failed = false;
        for (String name : classes) {
            StringBuilder cases = new StringBuilder();
            Class<?> type = Class.forName(name);
            for (Method method : type.getDeclaredMethods()) {
                if (method.isAnnotationPresent(Test.class)) {
                    String result = method.isAnnotationPresent(Disabled.class) ? "<skipped/>" : run(type, method);
                    failed |= result.startsWith("<failure");
                    System.out.println(method.getName() + " " + (result.isEmpty() ? "passed" : result));
                    cases.append("  <testcase classname=\"" + name + "\" name=\"" + method.getName() + "\">");
                    cases.append(result).append("</testcase>\n");
                }
            }
            Path reports = Files.createDirectories(Path.of("target/surefire-reports"));
            Files.writeString(
                    reports.resolve("TEST-" + name + ".xml"),
                    "<testsuite name=\"" + name + "\">\n" + cases + "</testsuite>\n");
        }
        System.exit(failed ? 1 : 0);
    }

    private static String run(Class<?> type, Method method) throws Exception {
        try {
            method.invoke(type.getDeclaredConstructor().newInstance());
            return "";
        } catch (InvocationTargetException failed) {
            return "<failure message=\"" + failed.getCause().getMessage() + "\"/>";
        }
    }

    static void assertEquals(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected " + expected + " but was " + actual);
        }
    }

    static void assertThrows(Class<? extends Exception> expected, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException thrown) {
            assertEquals(expected, thrown.getClass());
            return;
        }
        throw new AssertionError("nothing was thrown");
    }
}
