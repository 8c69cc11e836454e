package dev.ralph.spec;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.Document;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SourceSpan;
import org.jspecify.annotations.Nullable;

/// `design.md`: how the feature is built, and the properties that its tests show.
///
/// @param references to requirements, from properties
public record DesignDocument(
        String text,
        List<Section> sections,
        List<Property> properties,
        List<Reference> references,
        List<SpecFinding> findings)
        implements SpecDocument {
    public DesignDocument {
        sections = List.copyOf(sections);
        properties = List.copyOf(properties);
        references = List.copyOf(references);
        findings = List.copyOf(findings);
    }

    public static DesignDocument of(String text) {
        return new Reading(text).read();
    }

    @Override
    public SpecFile file() {
        return SpecFile.DESIGN;
    }

    public Optional<Property> property(String number) {
        return properties.stream()
                .filter(property -> property.number().equals(number))
                .findFirst();
    }

    private static final class Reading {
        /// `**Property 5: Title**`, `**Property 5**: Title` and `Property 5: Title`
        private static final Pattern PROPERTY = Pattern.compile("(?s)[ \\t]{0,3}+([*_]{2})?+Property[ \\t]++("
                + Reference.NUMBER + ")([*_]{2})?+[ \\t]*+([:.–—-])?+(.*)");

        private static final Pattern UNNUMBERED = Pattern.compile("(?s)[*_]{0,2}+Property[*_ \\t]{0,3}+:.*");

        /// Where a property begins.
        ///
        /// @param end the line before which it ends, unless another property begins earlier
        private record Start(Where where, String number, String title, String text, int line, int end) {}

        private enum Where {
            HEADING,
            PARAGRAPH,
            LIST
        }

        private final MarkdownSource source;
        private final String text;
        private final List<Section> sections = new ArrayList<>();
        private final List<Start> starts = new ArrayList<>();
        private final List<SpecFinding> findings = new ArrayList<>();

        Reading(String text) {
            this.text = text;
            this.source = new MarkdownSource(text);
        }

        DesignDocument read() {
            findings.addAll(source.findings(SpecFile.DESIGN));
            for (int i = 0; i < source.titles().size(); i++) {
                MarkdownSource.Title title = source.titles().get(i);
                int end = i + 1 < source.titles().size()
                        ? source.titles().get(i + 1).line()
                        : source.lines();
                Start start = start(title.words(), title.line(), end, Where.HEADING);
                if (start == null) {
                    sections.add(source.headingSection(i));
                } else {
                    starts.add(start);
                }
            }
            List<Paragraph> paragraphs = new ArrayList<>();
            source.forEachParagraph(source.root(), paragraphs::add);
            starts(paragraphs);
            starts.sort(Comparator.comparingInt(Start::line));
            dropMentions();
            List<Property> properties = new ArrayList<>();
            List<Reference> references = new ArrayList<>();
            int next = 0;
            for (int i = 0; i < starts.size(); i++) {
                Start start = starts.get(i);
                int end = i + 1 < starts.size()
                        ? Math.min(start.end(), starts.get(i + 1).line())
                        : start.end();
                // one paragraph may hold several properties, so lines are looked at and not paragraphs
                List<Reference> validates = new ArrayList<>();
                while (next < paragraphs.size() && source.lastLine(paragraphs.get(next)) < start.line()) {
                    next++;
                }
                for (int p = next; p < paragraphs.size() && source.firstLine(paragraphs.get(p)) < end; p++) {
                    validates.addAll(references(paragraphs.get(p), start.line(), end));
                }
                Section section =
                        source.section(Section.Kind.PROPERTY, start.number(), start.title(), start.line(), end);
                String body = section(section, start);
                references.addAll(validates);
                sections.add(section);
                properties.add(new Property(
                        start.number(),
                        start.title(),
                        body,
                        Reference.numbers(validates, Reference.Target.REQUIREMENT),
                        section));
            }
            check(properties);
            sections.sort(
                    Comparator.comparingInt(Section::start).thenComparing(Section::end, Comparator.reverseOrder()));
            return new DesignDocument(text, sections, properties, references, findings);
        }

        private void starts(List<Paragraph> paragraphs) {
            int title = 0;
            for (Paragraph paragraph : paragraphs) {
                int first = source.firstLine(paragraph);
                while (title < source.titles().size()
                        && source.titles().get(title).line() < first) {
                    title++;
                }
                int end = title < source.titles().size()
                        ? source.titles().get(title).line()
                        : source.lines();
                Where where = paragraph.getParent() instanceof Document ? Where.PARAGRAPH : Where.LIST;
                for (SourceSpan line : paragraph.getSourceSpans()) {
                    Start start = start(source.words(line), line.getLineIndex(), end, where);
                    if (start != null) {
                        starts.add(start);
                    }
                }
            }
        }

        private @Nullable Start start(String words, int line, int end, Where where) {
            Matcher found = PROPERTY.matcher(words);
            if (!found.matches()) {
                if (where != Where.LIST && UNNUMBERED.matcher(words).matches()) {
                    String rule = "property-without-number";
                    found(line + 1, rule, "a property without a number: write \"Property N: Title\"");
                }
                return null;
            }
            boolean bold = found.group(1) != null;
            if (where != Where.HEADING && !bold && found.group(4) == null) {
                return null; // a sentence about a property
            }
            String rest = found.group(5);
            String title = rest;
            String after = "";
            if (bold && found.group(3) == null) {
                int closed = rest.indexOf(found.group(1));
                title = closed < 0 ? rest : rest.substring(0, closed);
                after = closed < 0 ? "" : rest.substring(closed + 2);
            }
            return new Start(where, found.group(2), title.strip(), after.strip(), line, end);
        }

        /// A heading and a bold line below it may both name the same property, and a list those that stand elsewhere.
        private void dropMentions() {
            Set<String> titled = new HashSet<>();
            List<Start> kept = new ArrayList<>();
            starts.stream().filter(start -> start.where() != Where.LIST).forEach(start -> titled.add(start.number()));
            for (Start start : starts) {
                Start before = kept.isEmpty() ? null : kept.getLast();
                boolean again = before != null
                        && before.where() == Where.HEADING
                        && start.where() != Where.HEADING
                        && before.number().equals(start.number())
                        && start.line() < before.end()
                        && onlyBlankBetween(before.line(), start.line());
                if (!again && !(start.where() == Where.LIST && titled.contains(start.number()))) {
                    kept.add(start);
                }
            }
            starts.clear();
            starts.addAll(kept);
        }

        private boolean onlyBlankBetween(int before, int line) {
            for (int between = before + 1; between < line; between++) {
                if (!source.line(between).isBlank()) {
                    return false;
                }
            }
            return true;
        }

        private List<Reference> references(Paragraph paragraph, int from, int end) {
            int first = Math.max(from, source.firstLine(paragraph));
            int last = Math.min(end - 1, source.lastLine(paragraph));
            StringBuilder words = new StringBuilder();
            for (int line = first; line <= last; line++) {
                words.append(words.isEmpty() ? "" : " ")
                        .append(source.line(line).strip());
            }
            return Reference.in(words.toString(), first + 1).stream()
                    .filter(reference -> reference.target() == Reference.Target.REQUIREMENT)
                    .toList();
        }

        private String section(Section section, Start start) {
            String lines = text.substring(section.start(), section.end());
            int firstEnd = lines.length();
            for (int i = 0; i < lines.length(); i++) {
                if (lines.charAt(i) == '\n' || lines.charAt(i) == '\r') {
                    firstEnd = i;
                    break;
                }
            }
            return (start.text() + lines.substring(firstEnd)).strip();
        }

        private void check(List<Property> properties) {
            Set<String> numbers = new HashSet<>();
            for (Property property : properties) {
                int line = property.section().line();
                if (!numbers.add(property.number())) {
                    String words = "property " + property.number() + " exists already: give it another number";
                    found(line, "duplicate-property", words);
                }
                if (property.validates().isEmpty()) {
                    String words = "property " + property.number()
                            + " names no requirement: add \"**Validates: Requirements N.k**\"";
                    found(line, "property-without-validates", words);
                }
            }
        }

        private void found(int line, String rule, String words) {
            findings.add(new SpecFinding(SpecFile.DESIGN, line, rule, words));
        }
    }
}
