package dev.ralph.ratchet;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/// JUnit XML as Surefire, Gradle, pytest, jest-junit, go-junit-report and node's test runner write it.
///
/// The dialects differ in what surrounds a `testcase`; what is in it is alike: `failure`, `error`, `skipped`, and for
/// tests that were tried again `flakyFailure` and `flakyError` beside a success.
final class JUnitXml {
    private static final int DEEPEST = 100;
    private static final String WHOLE_CLASS = "(class)";
    private static final XMLInputFactory XML = factory();

    private final TestRun.Builder found;
    private final ReportText.Names names;
    /// Those that are open, each with the names of those around it.
    private final Deque<String> suites = new ArrayDeque<>(List.of(""));
    private boolean suiteSeen;
    private int depth;
    private @Nullable Case open;

    JUnitXml(TestRun.Builder found, ReportText.Names names) {
        this.found = found;
        this.names = names;
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, false);
        // They count references to single characters, of which output has many; entities are none, as there is no DTD.
        factory.setProperty("jdk.xml.maxGeneralEntitySizeLimit", "0");
        factory.setProperty("jdk.xml.totalEntitySizeLimit", "0");
        factory.setXMLReporter((message, type, more, where) -> {}); // otherwise it writes to standard error
        return factory;
    }

    /// @param head how it begins
    void read(InputStream bytes, byte[] head) throws BrokenReport, IOException {
        try {
            XMLStreamReader reader = XML.createXMLStreamReader(new XmlText(bytes, head));
            try {
                while (reader.hasNext()) {
                    event(reader, reader.next());
                }
            } finally {
                reader.close();
            }
        } catch (XMLStreamException | RuntimeException malformed) {
            if (malformed instanceof XMLStreamException wrapped
                    && wrapped.getNestedException() instanceof IOException trouble) {
                throw trouble;
            }
            throw new BrokenReport("it is not well-formed XML: " + oneLine(malformed));
        }
        if (!suiteSeen) {
            throw new BrokenReport("not a test report: the XML has no <testsuite>");
        }
    }

    private static String oneLine(Exception malformed) {
        String said = String.valueOf(malformed.getMessage());
        return said.substring(0, Math.min(said.length(), 200)).replaceAll("\\s+", " ");
    }

    private void event(XMLStreamReader reader, int event) throws BrokenReport {
        switch (event) {
            case XMLStreamConstants.DTD ->
                throw new BrokenReport("it declares a document type, which no test report needs and attacks use");
            case XMLStreamConstants.ENTITY_REFERENCE ->
                throw new BrokenReport("it uses the entity '" + reader.getLocalName() + "', which is not expanded");
            case XMLStreamConstants.START_ELEMENT -> start(reader);
            case XMLStreamConstants.END_ELEMENT -> end(reader.getLocalName());
            default -> {}
        }
    }

    private void start(XMLStreamReader reader) throws BrokenReport {
        if (++depth > DEEPEST) {
            throw new BrokenReport("its elements are nested more than " + DEEPEST + " deep");
        }
        String element = reader.getLocalName();
        if (depth == 1 && !element.equals("testsuites") && !element.equals("testsuite")) {
            throw new BrokenReport("it is XML, but no test report: it begins with <" + element + ">");
        }
        switch (element) {
            case "testsuites" -> suiteSeen = true;
            case "testsuite" -> {
                suiteSeen = true;
                suites.addLast(below(suites.getLast(), attribute(reader, "name")));
            }
            case "testcase" -> {
                Case around = inside();
                if (around != null) {
                    throw new BrokenReport("the test '" + names.part(attribute(reader, "name"))
                            + "' stands right inside the test '" + names.part(around.name) + "'");
                }
                open = open == null ? new Case(reader, depth) : open;
            }
            case "failure" -> close(TestOutcome.FAILED);
            case "error" -> close(TestOutcome.ERRORED);
            case "skipped" -> close(TestOutcome.SKIPPED);
            case "flakyFailure", "flakyError" -> {
                Case inside = inside();
                if (inside != null) {
                    inside.flaky = true;
                }
            }
            default -> {}
        }
    }

    /// Directly below a test: a test's output may hold elements of any name.
    private @Nullable Case inside() {
        Case last = open;
        return last != null && depth == last.depth + 1 ? last : null;
    }

    /// An announced failure (skipped and failed, as node says "to do") is a skip.
    private void close(TestOutcome standing) {
        Case inside = inside();
        if (inside != null && inside.standing != TestOutcome.SKIPPED) {
            inside.standing = standing;
        }
    }

    private void end(String element) throws BrokenReport {
        if (element.equals("testsuite")) {
            suites.pollLast();
        } else if (element.equals("testcase") && open != null && open.depth == depth) {
            TestId test = id(open);
            found.add(test, open.standing);
            if (open.flaky && open.standing == TestOutcome.PASSED) {
                found.flaky(test);
            }
            open = null;
        }
        depth--;
    }

    /// Surefire names no test where a whole class was skipped, or failed before its first test. Where no class is
    /// named, the file and the suites around the test are.
    private TestId id(Case test) throws BrokenReport {
        boolean whole = test.name.isBlank() && !test.classname.isEmpty();
        return names.of(
                test.classname.isEmpty() ? names.joined(names.part(test.file), suites.getLast()) : test.classname,
                whole ? WHOLE_CLASS : test.name);
    }

    private String below(String around, String suite) {
        return suite.isBlank() || suite.startsWith("/") ? around : names.joined(around, names.part(suite));
    }

    private static String attribute(XMLStreamReader reader, String name) {
        String value = reader.getAttributeValue(null, name);
        return value == null ? "" : value;
    }

    /// A test that is being read.
    private static final class Case {
        final String name;
        final String classname;
        final String file;
        final int depth;
        TestOutcome standing = TestOutcome.PASSED;
        boolean flaky;

        Case(XMLStreamReader reader, int depth) {
            String classname = attribute(reader, "classname");
            this.name = attribute(reader, "name");
            this.classname = ReportText.Names.says(classname) ? classname : "";
            this.file = attribute(reader, "file");
            this.depth = depth;
            String status = attribute(reader, "status");
            if (status.equalsIgnoreCase("skipped") || status.equalsIgnoreCase("notrun") || status.equals("disabled")) {
                standing = TestOutcome.SKIPPED;
            }
        }
    }
}
