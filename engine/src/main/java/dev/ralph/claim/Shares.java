package dev.ralph.claim;

import java.util.Set;

/// "8 of 9 tests pass", "3/50": a part of something that had to be whole.
final class Shares {
    private static final Set<String> THINGS = Set.of(
            "test",
            "tests",
            "criteria",
            "files",
            "bugs",
            "tasks",
            "items",
            "endpoints",
            "cases",
            "scenarios",
            "steps",
            "requirements",
            "pass",
            "passed",
            "done",
            "passing",
            "classes",
            "modules",
            "pages",
            "acceptance");
    private static final Set<String> DONE =
            Set.of("done", "complete", "completed", "finished", "implemented", "ported", "migrated");
    private static final Set<String> DEEDS = Set.of(
            "updated",
            "fixed",
            "implemented",
            "ported",
            "converted",
            "migrated",
            "finished",
            "completed",
            "translated");
    private static final Set<String> ABOUT =
            Set.of("is", "are", "about", "at", "roughly", "only", "approximately", "around");
    private static final Set<String> OLD_TIMES = Set.of("before", "was", "were", "previously", "had");
    private static final int NEAR = 3;
    private static final int FAR = 8;

    private Shares() {}

    static boolean isPart(Sentence sentence, int at) {
        int part = Vocabulary.value(sentence.word(at));
        int next = at + 1;
        if (part >= 0 && part < 100 && sentence.word(next).equals("%")) {
            boolean progress =
                    sentence.word(at - 1).equals(":") && sentence.word(at - 2).equals("progress");
            boolean ofThings = sentence.word(next + 1).equals("of") && at == 0 && isOfWork(sentence, next + 1);
            return progress
                    || ofThings
                    || (DONE.contains(sentence.word(next + 1)) && ABOUT.contains(sentence.word(at - 1)));
        }
        if (sentence.word(next).equals("out")) {
            next++;
        }
        if (part < 0
                || !(sentence.word(next).equals("of") || sentence.word(next).equals("/"))) {
            return false;
        }
        next++;
        if (sentence.word(next).equals("the") || sentence.word(next).equals("all")) {
            next++;
        }
        String number = sentence.word(next);
        return !number.isEmpty() && part < Vocabulary.value(number) && isOfWork(sentence, next) && isNow(sentence, at);
    }

    private static boolean isOfWork(Sentence sentence, int number) {
        for (int at = number + 1; at <= number + NEAR; at++) {
            if (THINGS.contains(sentence.word(at))) {
                return true;
            }
        }
        for (int at = Math.max(0, number - FAR); at < number - 2; at++) {
            if (DEEDS.contains(sentence.word(at))) {
                return true;
            }
        }
        return sentence.word(number - 3).equals(":") && THINGS.contains(sentence.word(number - 4));
    }

    private static boolean isNow(Sentence sentence, int from) {
        for (int at = Math.max(0, from - FAR); at < from; at++) {
            if (OLD_TIMES.contains(sentence.word(at))) {
                return false;
            }
        }
        return true;
    }
}
