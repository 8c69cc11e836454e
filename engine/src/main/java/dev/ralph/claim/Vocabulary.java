package dev.ralph.claim;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Classes of words that the rules speak of.
final class Vocabulary {
    private static final Set<String> COUNTS = Set.of(
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "some",
            "several",
            "few",
            "couple",
            "many",
            "multiple",
            "various",
            "most",
            "both");

    private static final Map<String, Set<String>> CLASSES = Map.ofEntries(
            of(
                    "tests",
                    "test tests testcase testcases suite suites spec specs build builds ci pipeline check checks"
                            + " compilation linter e2e typecheck " + Token.QUOTED),
            of(
                    "adv",
                    "now currently still also sometimes often occasionally always consistently unfortunately"
                            + " intermittently just again all both"),
            of(
                    "done",
                    "done finished complete completed implemented supported available handled working wired hooked"
                            + " connected tested started covered migrated ported built ready added written integrated met"
                            + " translated converted updated fulfilled satisfied verified executed run"),
            of(
                    "participle",
                    "done written built run made set added adapted ported fixed adjusted changed removed renamed"
                            + " filled tested implemented finished completed updated migrated converted reviewed cleaned handled"
                            + " checked wired connected documented translated refactored moved replaced investigated decided"
                            + " rewritten extended improved addressed resolved merged deployed regenerated"),
            of(
                    "finish",
                    "complete completed finish finished resolve resolved fix fixed solve solved verify verified"
                            + " run publish published test tested get deploy deployed build built check checked try"
                            + " implement implemented pass"),
            of(
                    "perfect",
                    "implemented finished completed started fixed resolved done written added tested run"
                            + " verified addressed handled ported migrated converted looked committed gotten covered tried checked executed"),
            of(
                    "future",
                    "do add finish complete implement fix address continue look handle tackle commit write port"
                            + " migrate investigate take"),
            of(
                    "action",
                    "added fixed corrected adapted updated changed moved took removed installed deleted wrote drew"
                            + " solved undid cleaned made restored rewrote replaced raised generated regenerated bumped pinned"
                            + " set switched used split closed normalised normalized excluded increased reduced converted"
                            + " created resolved repaired rewritten quoted escaped renamed handled dropped"),
            of(
                    "things",
                    "test tests task tasks item items bug bugs issue issues error errors endpoint endpoints step steps"
                            + " failure failures point points requirement requirements criteria problem problems warning warnings"),
            of("be", "is are am be been being was were"),
            of(
                    "pass",
                    "pass passes passed passing green succeed succeeds succeeded succeeding successful ok clean works work"));

    private Vocabulary() {}

    private static Map.Entry<String, Set<String>> of(String name, String words) {
        return Map.entry(name, Set.of(words.split(" ")));
    }

    /// @param part words and names of classes, divided by bars
    static Set<String> words(String part) {
        Set<String> words = new HashSet<>();
        for (String word : part.split("\\|")) {
            if (word.startsWith("@")) {
                words.addAll(CLASSES.getOrDefault(word.substring(1), Set.of()));
            } else {
                words.add(word);
            }
        }
        return Set.copyOf(words);
    }

    /// Whether it is a number above zero, or words for some.
    static boolean isCount(String word) {
        return value(word) > 0 || COUNTS.contains(word);
    }

    /// Of a number in digits or a small one in letters; -1 when it is none.
    static int value(String word) {
        if (!word.isEmpty() && Character.isDigit(word.charAt(0))) {
            int value = 0;
            for (int i = 0; i < word.length(); i++) {
                char c = word.charAt(i);
                if (c >= '0' && c <= '9') {
                    value = Math.min(100_000_000, value * 10 + (c - '0'));
                } else if (c != ',') {
                    return -1;
                }
            }
            return value;
        }
        return switch (word) {
            case "zero" -> 0;
            case "one" -> 1;
            case "two" -> 2;
            case "three" -> 3;
            case "four" -> 4;
            case "five" -> 5;
            case "six" -> 6;
            case "seven" -> 7;
            case "eight" -> 8;
            case "nine" -> 9;
            case "ten" -> 10;
            case "eleven" -> 11;
            case "twelve" -> 12;
            default -> -1;
        };
    }
}
