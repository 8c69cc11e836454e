package dev.ralph.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A mention of a requirement, a criterion or a property in another document.
///
/// @param to   its number; whatever else stands where a number is needed, as it is written
/// @param line where, counted from 1
public record Reference(Target target, String to, int line) {
    /// What is mentioned.
    public enum Target {
        REQUIREMENT,
        PROPERTY
    }

    static final String NUMBER = "\\d{1,9}+(?:\\.\\d{1,9}+){0,9}+";

    /// `_Requirements: 1.1, 1.5_`, `**Validates: Requirements 1.2**`
    private static final Pattern EMPHASISED = Pattern.compile(
            "(?i)[*_]{1,3}+(?:Requirements?|Validates)[ \\t]{0,9}+:?+[*_]{0,3}+:?+[ \\t]{0,9}+(?:Requirements?[ :]{0,9}+)?+([^*_]*+)[*_]{0,3}+");

    /// The same without emphasis, if a number follows.
    private static final Pattern PLAIN = Pattern.compile(
            "(?i)\\b(?:Requirements?[ \\t]{0,9}+:|Validates[ \\t]{0,9}+:?+[ \\t]{0,9}+Requirements?)[ :]{0,9}+(?=\\d|all\\b)([^*_]*+)");

    private static final Pattern PROPERTIES = Pattern.compile(
            "\\bPropert(?:y|ies)[ \\t]++(" + NUMBER + "(?:(?:,| and|,[ \\t]?+and| &)[ \\t]++" + NUMBER + "){0,50}+)");
    private static final Pattern BETWEEN = Pattern.compile("[,;&]|\\band\\b");
    private static final Pattern PREFIX = Pattern.compile("(?i)^(?:Requirements?|Criteri(?:a|on)|Req\\.?)[ \\t:]++");
    private static final Pattern FIRST =
            Pattern.compile("(" + NUMBER + ")(?:[ \\t]{0,3}+(?:-|–|—|to\\b)[ \\t]{0,3}+(" + NUMBER + "))?+");
    private static final int MOST_OF_A_RANGE = 100;
    private static final int LONGEST = 40;

    /// Every reference in the words of a paragraph.
    static List<Reference> in(String words, int line) {
        List<Reference> found = new ArrayList<>();
        List<String> lists = new ArrayList<>();
        String rest = EMPHASISED.matcher(words).replaceAll(list -> taken(list, lists));
        PLAIN.matcher(rest).replaceAll(list -> taken(list, lists));
        lists.forEach(list -> numbers(list).forEach(to -> found.add(new Reference(Target.REQUIREMENT, to, line))));
        for (Matcher list = PROPERTIES.matcher(words); list.find(); ) {
            numbers(list.group(1)).forEach(to -> found.add(new Reference(Target.PROPERTY, to, line)));
        }
        return found;
    }

    private static String taken(MatchResult list, List<String> lists) {
        lists.add(list.group(1));
        return "";
    }

    /// Words without the requirements they name.
    static String without(String words) {
        return PLAIN.matcher(EMPHASISED.matcher(words).replaceAll("").strip())
                .replaceAll("")
                .strip();
    }

    static List<String> numbers(List<Reference> references, Target target) {
        return references.stream()
                .filter(reference -> reference.target() == target)
                .map(Reference::to)
                .distinct()
                .toList();
    }

    /// `1.2, 1.6 and 2.1-2.3` as five numbers. What follows a number and is none ends the list.
    static List<String> numbers(String list) {
        List<String> numbers = new ArrayList<>();
        for (String part : BETWEEN.split(list)) {
            String word = PREFIX.matcher(part.strip()).replaceFirst("");
            Matcher number = FIRST.matcher(word);
            if (number.lookingAt()) {
                numbers.addAll(range(number.group(1), number.group(2)));
                if (!word.substring(number.end()).isBlank()) {
                    break;
                }
            } else if (numbers.isEmpty() && !word.isBlank()) {
                numbers.add(word.length() > LONGEST ? word.substring(0, LONGEST) + "…" : word);
                break;
            }
        }
        return numbers;
    }

    private static List<String> range(String first, @Nullable String last) {
        if (last == null) {
            return List.of(first);
        }
        String group = first.substring(0, first.lastIndexOf('.') + 1);
        int from = Integer.parseInt(first.substring(group.length()));
        int to = last.startsWith(group) && last.indexOf('.', group.length()) < 0
                ? Integer.parseInt(last.substring(group.length()))
                : -1;
        List<String> numbers = new ArrayList<>();
        for (int number = from; number <= to && to - from < MOST_OF_A_RANGE; number++) {
            numbers.add(group + number);
        }
        return numbers.isEmpty() ? List.of(first, last) : numbers;
    }

    /// Whether one of two numbers is the other, or above it, as requirement 1 is above its criterion 1.2; or names all.
    static boolean meet(String one, String other) {
        return one.equals(other)
                || one.startsWith(other + ".")
                || other.startsWith(one + ".")
                || isToAll(one)
                || isToAll(other);
    }

    /// Whether it names everything.
    static boolean isToAll(String to) {
        return Set.of("all", "all requirements").contains(to.toLowerCase(Locale.ROOT));
    }

    /// What is wrong with it, as the words of a finding.
    String brokenWords(Map<String, Integer> known) {
        if (!to.matches(NUMBER)) {
            return "\"" + to + "\" is not the number of a requirement: write one like 1.2";
        }
        if (target == Target.PROPERTY) {
            return "property " + to + " does not exist in design.md: add it, or name another";
        }
        String requirement = to.contains(".") ? to.substring(0, to.indexOf('.')) : to;
        Integer criteria = known.get(requirement);
        if (criteria == null) {
            return "requirement " + to + " does not exist in requirements.md: add it, or name another";
        }
        return "criterion " + to + " does not exist: requirement " + requirement + " has "
                + (criteria == 0 ? "no criteria" : criteria == 1 ? "one criterion" : criteria + " criteria");
    }
}
