package dev.ralph.verify;

import dev.ralph.tamper.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The checks run again under other circumstances, on the work and on what was there before it: what they say then
/// shows what their passing is worth. No programming language is understood for that.
///
/// @param options what it says besides its kind
public record Experiment(Kind kind, CheckFields options) implements Check {
    private static final String WHEN = "when";
    private static final String ON = "on";
    private static final String POLICY = "policy";

    public enum Kind {
        /// The tests of before the work, laid over it, pass.
        OLD_TESTS("old_tests", "old tests"),
        /// The tests say the same where what must not matter is different.
        VARIATION("variation", "variation"),
        /// A test whose expectation is made wrong fails.
        SABOTAGE("sabotage", "sabotage");

        private final String word;
        private final String title;

        Kind(String word, String title) {
            this.word = word;
            this.title = title;
        }

        public CheckType type() {
            List<CheckType.Field> fields = new ArrayList<>();
            fields.add(CheckType.Field.word(WHEN, List.of("auto", ON)));
            if (this == OLD_TESTS) {
                List<String> measures =
                        Stream.of(Measure.values()).map(Measure::toString).toList();
                fields.add(CheckType.Field.word(POLICY, measures));
                fields.add(new CheckType.Field("may_change", CheckType.Form.TEXTS));
                fields.add(new CheckType.Field("files", CheckType.Form.TEXTS));
            }
            return new CheckType(
                            word,
                            CheckType.Cost.EXPERIMENT,
                            fields,
                            given -> new Experiment(this, given),
                            CheckType.Trait.PROVES_NOTHING)
                    .unrepeatable(BEFORE);
        }
    }

    public Experiment {
        kind.type().known(options);
        String when = options.textOrNull(WHEN);
        if (when != null && !List.of("auto", ON).contains(when)) {
            throw new InvalidCheck(WHEN, "is " + when + ": it can be auto or on");
        }
        String policy = options.textOrNull(POLICY);
        if (policy != null && Measure.named(policy).isEmpty()) {
            throw new InvalidCheck(POLICY, "is " + policy + ": it can be allow, warn, ask or block");
        }
        options.texts("may_change").forEach(ReportGlob::new);
        options.texts("files").forEach(ReportGlob::new);
    }

    /// Whether it is made however long the checks take.
    public boolean always() {
        return ON.equals(options.textOrNull(WHEN));
    }

    /// What becomes of old tests that fail.
    public Measure measure() {
        String policy = options.textOrNull(POLICY);
        return policy == null ? Measure.ASK : Measure.named(policy).orElseThrow();
    }

    /// Test files that the work may change, as patterns.
    public List<String> mayChange() {
        return options.texts("may_change");
    }

    /// Test files that no rule about names finds, as patterns.
    public List<String> files() {
        return options.texts("files");
    }

    @Override
    public String title() {
        return kind.title;
    }

    @Override
    public CheckType type() {
        return kind.type();
    }
}
