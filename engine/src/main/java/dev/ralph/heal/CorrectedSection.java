package dev.ralph.heal;

import dev.ralph.spec.Feature;
import dev.ralph.spec.Marker;
import dev.ralph.spec.Section;
import dev.ralph.spec.SpecDocument;
import dev.ralph.spec.SpecFinding;
import dev.ralph.spec.SpecTask;
import dev.ralph.spec.TasksDocument;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a corrector says a section shall be.
///
/// @param summary what changes, in one line
/// @param text    all of the section, as it shall be
record CorrectedSection(String summary, String text) {
    static final String BEGIN = "<correction>";
    static final String END = "</correction>";

    private static final int LONGEST_SUMMARY = 200;
    private static final int LONGEST = 100_000;
    private static final Pattern EXCEPTION = Pattern.compile(
            "(?i)\\b(except|excluding|excludes?|unless|may|might|optional(ly)?|ignor(e|es|ing)|skip(s|ping)?"
                    + "|need not|not required|no longer|best effort|where possible|if possible|usually)\\b");

    /// A correction cannot be used.
    static final class Unusable extends Exception {
        private static final long serialVersionUID = 1;

        Unusable(String why) {
            super(why);
        }

        String why() {
            return String.valueOf(getMessage());
        }
    }

    /// The last one in a corrector's words: what stands between two lines that say so.
    static CorrectedSection in(String words) throws Unusable {
        List<String> block = null;
        List<String> last = null;
        for (String line : words.lines().toList()) {
            String bare = line.strip();
            if (bare.equals(BEGIN)) {
                block = new ArrayList<>();
            } else if (bare.equals(END) && block != null) {
                last = block;
                block = null;
            } else if (block != null) {
                block.add(line);
            }
        }
        if (block != null) {
            throw new Unusable("the correction has no line " + END + ", so its end may be missing");
        }
        if (last == null) {
            throw new Unusable("there is no correction between the lines " + BEGIN + " and " + END);
        }
        return of(last);
    }

    private static CorrectedSection of(List<String> lines) throws Unusable {
        List<String> rest = new ArrayList<>(lines);
        trim(rest);
        String summary = "";
        if (!rest.isEmpty() && rest.getFirst().strip().toLowerCase(Locale.ROOT).startsWith("summary:")) {
            summary = rest.removeFirst().strip().substring("summary:".length()).strip();
            trim(rest);
        }
        if (rest.size() > 1
                && rest.getFirst().strip().matches("(`{3,}|~{3,})\\w*")
                && rest.getLast().strip().matches("`{3,}|~{3,}")) { // models like to wrap what they quote
            rest.removeFirst();
            rest.removeLast();
            trim(rest);
        }
        String text = String.join("\n", rest);
        if (text.isBlank()) {
            throw new Unusable("the correction is empty");
        }
        if (text.length() > LONGEST) {
            throw new Unusable("the correction has " + text.length() + " characters; a section has at most " + LONGEST);
        }
        String said = summary.isEmpty() ? "its text" : summary.replaceAll("\\p{Cntrl}", " ");
        return new CorrectedSection(
                said.length() > LONGEST_SUMMARY ? said.substring(0, LONGEST_SUMMARY - 1) + "…" : said, text);
    }

    private static void trim(List<String> lines) {
        while (!lines.isEmpty() && lines.getFirst().isBlank()) {
            lines.removeFirst();
        }
        while (!lines.isEmpty() && lines.getLast().isBlank()) {
            lines.removeLast();
        }
    }

    /// The document with this correction.
    ///
    /// @param feature that the document belongs to
    /// @throws Unusable where it loses something, touches something else, or breaks what refers to it
    SpecDocument in(Feature feature, SpecDocument document, Section section) throws Unusable {
        SpecDocument after = document.with(section, text);
        if (after.text().equals(document.text())) {
            throw new Unusable("the correction changes nothing");
        }
        if (document instanceof TasksDocument before
                && after instanceof TasksDocument tasks
                && tasks.inOrder().size() > before.inOrder().size()
                && !mayAddTasks(before)) {
            throw new Unusable("the correction adds a task where tasks have no numbers; say it in bullets");
        }
        int grown = after.text().length() - document.text().length();
        requireSame(
                "other sections",
                outside(document, section.start(), section.end(), 0),
                outside(after, section.start(), section.end() + grown, grown));
        List<Section> kept = inside(document, section.start(), section.end());
        List<Section> now = inside(after, section.start(), section.end() + grown);
        if (now.isEmpty() || !name(now.getFirst()).equals(name(section))) {
            throw new Unusable("the correction does not begin with " + label(section)
                    + "; it must be the whole section and nothing else");
        }
        Set<String> names = now.stream().map(CorrectedSection::name).collect(Collectors.toSet());
        for (Section part : kept) {
            if (!names.contains(name(part))) {
                throw new Unusable("the correction loses " + label(part));
            }
        }
        for (Section part : now) {
            boolean isNew = kept.stream().noneMatch(before -> name(before).equals(name(part)));
            if (isNew && !isPart(now.getFirst(), part)) {
                throw new Unusable("the correction adds " + label(part) + ", which is no part of " + label(section));
            }
        }
        if (document instanceof TasksDocument before && after instanceof TasksDocument tasks) {
            requireOpen(before, tasks);
        }
        requireClean(feature, after);
        if (document instanceof TasksDocument before && after instanceof TasksDocument tasks) {
            requireMeant(before, tasks);
        }
        return after;
    }

    /// Headings inside it are deeper than its own.
    private static boolean isPart(Section whole, Section part) {
        boolean inside = part.end() <= whole.end();
        return switch (whole.kind()) {
            case TASK -> part.id().startsWith(whole.id() + ".");
            case REQUIREMENT ->
                part.kind() == Section.Kind.HEADING ? inside : part.id().startsWith(whole.id() + ".");
            case HEADING -> inside;
            case PROPERTY, CRITERION -> false;
        };
    }

    /// The names of tasks without numbers are their places, so one more would rename those behind it.
    static boolean mayAddTasks(SpecDocument document) {
        return !(document instanceof TasksDocument tasks)
                || tasks.inOrder().stream().allMatch(SpecTask::isNumbered);
    }

    /// Only the engine ticks boxes.
    private static void requireOpen(TasksDocument before, TasksDocument after) throws Unusable {
        Map<String, SpecTask> known = before.byId();
        for (SpecTask task : after.inOrder()) {
            SpecTask was = known.get(task.id());
            if (task.marker() != (was == null ? Marker.NOT_STARTED : was.marker())) {
                throw new Unusable("the correction changes the mark of task " + task.id() + "; leave it as it is");
            }
        }
    }

    /// What a task is, and what it is for, is not the corrector's to say: only how it is done.
    private static void requireMeant(TasksDocument before, TasksDocument after) throws Unusable {
        Map<String, SpecTask> known = after.byId();
        for (SpecTask was : before.inOrder()) {
            SpecTask now = known.getOrDefault(was.id(), was);
            if (!bare(now.title()).equals(bare(was.title()))) {
                throw new Unusable("the correction changes the title of task " + was.id() + "; leave it as it is");
            }
            if (now.optional() != was.optional()) {
                throw new Unusable(
                        "the correction changes whether task " + was.id() + " is optional (`*`); leave it as it is");
            }
            Set<String> lost = new LinkedHashSet<>(was.requirements());
            lost.addAll(was.properties().stream().map("Property "::concat).toList());
            now.requirements().forEach(lost::remove);
            now.properties().forEach(number -> lost.remove("Property " + number));
            if (!lost.isEmpty()) {
                throw new Unusable("task " + was.id() + " no longer refers to " + String.join(", ", lost)
                        + "; keep its references");
            }
        }
    }

    private static void requireClean(Feature feature, SpecDocument after) throws Unusable {
        Set<String> known = new HashSet<>();
        feature.lint().forEach(finding -> known.add(finding.rule() + ": " + finding.words()));
        for (SpecFinding finding : feature.with(after).lint()) {
            boolean inherits = finding.rule().equals("no-requirement"); // what was named before stays in any case
            if (!inherits && !known.contains(finding.rule() + ": " + finding.words())) {
                throw new Unusable("the correction breaks " + finding.file().fileName() + ", line " + finding.line()
                        + ": " + finding.words());
            }
        }
    }

    /// Sections that end before it or begin behind it, to the byte; those around it by their names.
    private static List<String> outside(SpecDocument document, int start, int end, int grown) {
        List<String> all = new ArrayList<>();
        for (Section part : document.sections()) {
            if (part.end() <= start || part.start() >= end) {
                all.add(name(part) + "\n" + part.in(document));
            } else if (part.start() < start || part.end() > end) {
                all.add(name(part) + "\n" + (part.end() - part.start() - grown));
            }
        }
        return all;
    }

    private static List<Section> inside(SpecDocument document, int start, int end) {
        return document.sections().stream()
                .filter(part -> part.start() >= start && part.end() <= end)
                .toList();
    }

    private static void requireSame(String what, List<String> before, List<String> after) throws Unusable {
        if (!before.equals(after)) {
            throw new Unusable("the correction changes " + what + "; it must be the one section and nothing else");
        }
    }

    static String name(Section section) {
        return section.kind() + " " + section.id();
    }

    /// As people call it.
    static String label(Section section) {
        return switch (section.kind()) {
            case PROPERTY -> "Property " + section.id();
            case REQUIREMENT -> "Requirement " + section.id();
            case CRITERION -> "Criterion " + section.id();
            case TASK -> "Task " + section.id();
            case HEADING -> "section '" + section.title() + "'";
        };
    }

    /// Why it asks for less than before, null where it does not: something that stood there goes, or a property, a
    /// requirement or a criterion gets an exception.
    ///
    /// @param after the document with this correction
    static @Nullable String weakening(SpecDocument document, Section section, SpecDocument after) {
        Map<String, Section> known = new HashMap<>();
        after.sections().forEach(part -> known.putIfAbsent(name(part), part));
        List<Section> parts = new ArrayList<>(inside(document, section.start(), section.end()));
        parts.sort(Comparator.comparing(part -> part.kind() == Section.Kind.HEADING)); // which hold all the others
        for (Section part : parts) {
            boolean heading = part.kind() == Section.Kind.HEADING;
            List<String> before = said(document, part);
            Section there = known.get(name(part));
            List<String> now = there == null ? List.of() : said(after, there);
            Set<String> kept = new HashSet<>(now);
            String all = heading ? String.join("\n", now) : "";
            for (String line : before) {
                if (!kept.contains(line) && !(heading && all.contains(line))) {
                    return label(part) + " no longer says: " + line;
                }
            }
            for (String line : now) {
                if (part.kind() != Section.Kind.TASK
                        && !heading
                        && !before.contains(line)
                        && EXCEPTION.matcher(line).find()) {
                    return label(part) + " has an exception now: " + line;
                }
            }
        }
        return null;
    }

    /// What a section asks for, line by line. The title of a task and its references have to stay in any case.
    private static List<String> said(SpecDocument document, Section part) {
        Stream<String> lines = switch (part.kind()) {
            case TASK ->
                document instanceof TasksDocument tasks
                        ? tasks.task(part.id()).stream().flatMap(task -> task.details().stream())
                        : Stream.of();
            case PROPERTY, REQUIREMENT, CRITERION -> part.in(document).lines();
            case HEADING ->
                part.in(document).lines().filter(line -> line.chars().anyMatch(Character::isLetterOrDigit));
        };
        return lines.map(CorrectedSection::bare).filter(line -> !line.isEmpty()).toList();
    }

    private static String bare(String line) {
        return line.strip().replaceAll("\\s+", " ");
    }

    /// The same for texts that differ in spaces and capitals alone.
    static String normal(String text) {
        return text.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
    }
}
