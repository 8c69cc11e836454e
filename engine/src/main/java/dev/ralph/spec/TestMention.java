package dev.ralph.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A line of a test that names a property or a requirement, in a comment or in the test's name.
///
/// @param path from the project's folder
/// @param line counted from 1
public record TestMention(String path, int line, Reference.Target target, String to) {
    private static final int LONGEST_LINE = 2000;
    private static final Pattern PROPERTY =
            Pattern.compile("(?i)propert(?:y|ies)[ _#-]{0,2}+(" + Reference.NUMBER + ")");
    private static final Pattern REQUIREMENT =
            Pattern.compile("(?i)requirements?[ _:#-]{0,3}+(\\d[\\d., &and-]{0,200}+)");
    /// `requirement_1_2` in the name of a test.
    private static final Pattern NAME = Pattern.compile("(?<=\\d)_(?=\\d)");

    private static final Pattern FEATURE = Pattern.compile("(?i)\\bfeature:[ \\t]{0,9}+([\\w.-]{1,200}+)");

    /// Every mention in a test file. A line that names another feature speaks of that.
    public static List<TestMention> in(String feature, String path, String text) {
        List<TestMention> mentions = new ArrayList<>();
        int number = 0;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            number++;
            String words = line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) : line;
            Matcher named = FEATURE.matcher(words);
            if (named.find() && !named.group(1).equalsIgnoreCase(feature)) {
                continue;
            }
            for (Matcher found = PROPERTY.matcher(words); found.find(); ) {
                mentions.add(new TestMention(path, number, Reference.Target.PROPERTY, found.group(1)));
            }
            String dotted = NAME.matcher(words).replaceAll(".");
            for (Matcher found = REQUIREMENT.matcher(dotted); found.find(); ) {
                for (String to : Reference.numbers(found.group(1))) {
                    mentions.add(new TestMention(path, number, Reference.Target.REQUIREMENT, to));
                }
            }
        }
        return mentions;
    }

    public String place() {
        return path + ":" + line;
    }
}
