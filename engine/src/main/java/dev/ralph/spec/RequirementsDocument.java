package dev.ralph.spec;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.Block;
import org.commonmark.node.Heading;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;

/// `requirements.md`: requirements with their user stories, and numbered acceptance criteria. Without any heading or
/// bold line "Requirement N", each item of a numbered list is a requirement.
public record RequirementsDocument(
        String text, List<Section> sections, List<Requirement> requirements, List<SpecFinding> findings)
        implements SpecDocument {
    public RequirementsDocument {
        sections = List.copyOf(sections);
        requirements = List.copyOf(requirements);
        findings = List.copyOf(findings);
    }

    public static RequirementsDocument of(String text) {
        return new Reading(text).read();
    }

    @Override
    public SpecFile file() {
        return SpecFile.REQUIREMENTS;
    }

    /// @param ref of a criterion, as `1.2`
    public Optional<Criterion> criterion(String ref) {
        return requirements.stream()
                .flatMap(requirement -> requirement.criteria().stream())
                .filter(criterion -> criterion.id().equals(ref))
                .findFirst();
    }

    /// @param id as `1`
    public Optional<Requirement> requirement(String id) {
        return requirements.stream()
                .filter(requirement -> requirement.id().equals(id))
                .findFirst();
    }

    /// What a reference may name, and how many criteria that has.
    Map<String, Integer> ids() {
        Map<String, Integer> ids = new HashMap<>();
        for (Requirement requirement : requirements) {
            ids.put(requirement.id(), requirement.criteria().size());
            requirement.criteria().forEach(criterion -> ids.put(criterion.id(), 0));
        }
        return ids;
    }

    private static final class Reading {
        private static final Pattern REQUIREMENT =
                Pattern.compile("(?is)[*_]{0,2}+Requirement[ \\t]++(" + Reference.NUMBER + ")(?![\\w])(.*)");
        /// `**Requirement 2: Title**` and `**Requirement 2**: Title` in the place of a heading.
        private static final Pattern BOLD = Pattern.compile("(?is)[ \\t]{0,3}+([*_]{2})Requirement[ \\t]++"
                + Reference.NUMBER + "(?:[ \\t]*+[:.–—-].*\\1[ \\t]*+|\\1[ \\t]*+(?:[:.–—-].*)?+)");

        private static final Pattern UNNUMBERED = Pattern.compile("(?is)[*_]{0,2}+Requirement\\b.*");
        private static final Pattern CRITERIA = Pattern.compile("(?is)[*_\\d. ]{0,9}+Acceptance Criteri(?:a|on)\\b.*");
        private static final Pattern STORY = Pattern.compile("(?is)[*_]{0,2}+User Story[*_: ]{1,5}+(.*)");
        private static final Pattern ITEM = Pattern.compile("(?s)[ \\t]{0,3}+(\\d{1,9}+)[.)].*");

        private final MarkdownSource source;
        private final String text;
        private final List<Section> sections = new ArrayList<>();
        private final List<Requirement> requirements = new ArrayList<>();
        private final List<SpecFinding> findings = new ArrayList<>();
        private final Set<String> ids = new HashSet<>();

        Reading(String text) {
            this.text = text;
            this.source = new MarkdownSource(text);
        }

        RequirementsDocument read() {
            findings.addAll(source.findings(SpecFile.REQUIREMENTS));
            List<Block> blocks = source.blocks();
            entitleBold(blocks);
            int next = 0;
            for (int i = 0; i < source.titles().size(); i++) {
                MarkdownSource.Title title = source.titles().get(i);
                Matcher numbered = REQUIREMENT.matcher(title.words());
                if (numbered.matches()) {
                    int end = source.end(i);
                    while (next < blocks.size()
                            && (source.firstLine(blocks.get(next)) < title.line()
                                    || (source.firstLine(blocks.get(next)) == title.line()
                                            && blocks.get(next) instanceof Heading))) {
                        next++;
                    }
                    int from = next;
                    while (next < blocks.size() && source.firstLine(blocks.get(next)) < end) {
                        next++;
                    }
                    requirement(
                            numbered.group(1),
                            title(numbered.group(2)),
                            source.section(
                                    Section.Kind.REQUIREMENT, numbered.group(1), title.words(), title.line(), end),
                            blocks.subList(from, Math.max(from, next)));
                } else {
                    sections.add(source.headingSection(i));
                    if (title.level() > 1 && UNNUMBERED.matcher(title.words()).matches()) {
                        String words = "\"" + title.words() + "\" has no number: write \"Requirement N: Title\"";
                        found(title.line() + 1, "requirement-without-number", words);
                    }
                }
            }
            if (requirements.isEmpty()) {
                blocks.stream()
                        .filter(OrderedList.class::isInstance)
                        .forEach(list -> items(list, "", Section.Kind.REQUIREMENT)
                                .forEach(item -> addRequirement(
                                        new Requirement(item.id(), item.text(), "", List.of(), item.section()))));
            }
            if (requirements.isEmpty() && findings.isEmpty()) {
                found(1, "no-requirements", "no requirement found: write headings \"### Requirement 1: Title\"");
            }
            sections.sort(
                    Comparator.comparingInt(Section::start).thenComparing(Section::end, Comparator.reverseOrder()));
            return new RequirementsDocument(text, sections, requirements, findings);
        }

        /// A bold line is on the level of the requirements before it, else below the last heading.
        private void entitleBold(List<Block> blocks) {
            List<MarkdownSource.Title> bold = new ArrayList<>();
            int level = 1;
            boolean known = false;
            for (Block block : blocks) {
                int line = source.firstLine(block);
                if (block instanceof Heading heading) {
                    boolean requirement =
                            REQUIREMENT.matcher(source.words(heading)).matches();
                    level = requirement ? heading.getLevel() : known ? level : heading.getLevel() + 1;
                    known |= requirement;
                } else if (block instanceof Paragraph
                        && BOLD.matcher(source.line(line)).matches()) {
                    bold.add(new MarkdownSource.Title(level, source.line(line).strip(), line));
                    known = true;
                }
            }
            source.entitle(bold);
        }

        private static String title(String rest) {
            String title = rest.replaceFirst("^[*_ \\t:.–—-]++", "");
            return title.endsWith("**") || title.endsWith("__") ? title.substring(0, title.length() - 2) : title;
        }

        private void requirement(String id, String title, Section section, List<Block> blocks) {
            String story = "";
            boolean headed = false;
            boolean below = true;
            List<Criterion> criteria = new ArrayList<>();
            for (Block block : blocks) {
                if (block instanceof Heading heading) {
                    below = CRITERIA.matcher(source.words(heading)).matches();
                    if (below && !headed) {
                        headed = true;
                        criteria.clear();
                    }
                } else if (block instanceof OrderedList && (below || !headed)) {
                    criteria.addAll(items(block, id + ".", Section.Kind.CRITERION));
                } else if (block instanceof Paragraph && story.isEmpty()) {
                    boolean titled = source.firstLine(block) == section.line() - 1;
                    String words = source.words(block);
                    Matcher told = STORY.matcher(
                            titled ? words.substring(section.title().length()).strip() : words);
                    story = told.matches() ? told.group(1).strip() : "";
                }
            }
            addRequirement(new Requirement(id, title, story, numbered(id, criteria), section));
            if (criteria.isEmpty()) {
                String words = "requirement " + id + " has no acceptance criterion: write a numbered list";
                found(section.line(), "no-acceptance-criteria", words);
            }
        }

        private void addRequirement(Requirement requirement) {
            sections.add(requirement.section());
            requirement.criteria().forEach(criterion -> sections.add(criterion.section()));
            requirements.add(requirement);
            if (!ids.add(requirement.id())) {
                String words = "requirement " + requirement.id() + " exists already: give it another number";
                found(requirement.section().line(), "duplicate-requirement", words);
            }
        }

        private List<Criterion> items(Block list, String group, Section.Kind kind) {
            List<Criterion> items = new ArrayList<>();
            for (Block item : MarkdownSource.children(list)) {
                int line = source.firstLine(item);
                Matcher number = ITEM.matcher(source.line(line));
                List<Block> parts = MarkdownSource.children(item);
                String words = parts.isEmpty() || !(parts.getFirst() instanceof Paragraph)
                        ? ""
                        : source.words(parts.getFirst());
                String id = group + (number.matches() ? number.group(1) : String.valueOf(items.size() + 1));
                Section section = source.section(kind, id, words, line, source.lastLine(item) + 1);
                items.add(new Criterion(id, words, section));
            }
            return items;
        }

        /// A number that is not greater than the one before it does not count: Markdown shows the next one there.
        private List<Criterion> numbered(String id, List<Criterion> criteria) {
            List<Criterion> numbered = new ArrayList<>();
            int last = 0;
            for (Criterion written : criteria) {
                int number = Integer.parseInt(written.id().substring(id.length() + 1));
                Criterion criterion = written;
                if (number <= last) {
                    number = last + 1;
                    Section section = written.section();
                    String ref = id + "." + number;
                    criterion = new Criterion(
                            ref,
                            written.text(),
                            new Section(
                                    section.kind(),
                                    ref,
                                    section.title(),
                                    section.start(),
                                    section.end(),
                                    section.line()));
                    found(section.line(), "criterion-number", "this is criterion " + ref + ": number it " + number);
                }
                last = number;
                numbered.add(criterion);
            }
            return numbered;
        }

        private void found(int line, String rule, String words) {
            findings.add(new SpecFinding(SpecFile.REQUIREMENTS, line, rule, words));
        }
    }
}
