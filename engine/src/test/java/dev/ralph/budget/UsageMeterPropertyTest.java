package dev.ralph.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

class UsageMeterPropertyTest {
    private static final Prices PRICES = Prices.none();
    private static final List<UsageScope> SCOPES = List.copyOf(EnumSet.allOf(UsageScope.class));

    @RepeatedTest(200)
    void the_attempts_of_a_session_add_up_to_its_last_cumulative_figure(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        Counters counters = Counters.FRESH;
        Tokens cumulative = Tokens.NONE;
        BigDecimal money = BigDecimal.ZERO;
        Spent sum = Spent.NOTHING;
        for (int attempt = 0; attempt < 1 + random.nextInt(6); attempt++) {
            UsageMeter meter = new UsageMeter(PRICES, counters);
            for (int turn = 0; turn < 1 + random.nextInt(5); turn++) {
                Tokens used = tokens(random);
                cumulative = cumulative.plus(used);
                money = money.add(BigDecimal.valueOf(random.nextInt(1000), 4));
                if (random.nextBoolean()) {
                    meter.add(new UsageReport("call-" + attempt + "-" + turn, "m", used, null, UsageScope.CALL));
                }
                for (int repeat = 0; repeat < 1 + random.nextInt(2); repeat++) {
                    meter.add(new UsageReport("thread", "m", cumulative, money, UsageScope.SESSION));
                }
            }
            sum = sum.plus(meter.spent());
            counters = meter.counters();
        }

        assertThat(sum.tokens()).isEqualTo(cumulative);
        assertThat(sum.dollars()).isEqualByComparingTo(money);
        assertThat(sum.complete()).isTrue();
    }

    /// Narrow and wide figures of the same use, told in any order and repeated at will.
    @RepeatedTest(200)
    void the_order_and_the_number_of_reports_do_not_matter(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        List<UsageReport> reports = new ArrayList<>();
        Tokens all = Tokens.NONE;
        for (int call = 0; call < 1 + random.nextInt(20); call++) {
            Tokens used = tokens(random);
            all = all.plus(used);
            reports.add(new UsageReport("call-" + call, "m", used, null, UsageScope.CALL));
        }
        reports.add(new UsageReport("turn", null, all, null, UsageScope.TURN));
        reports.add(new UsageReport("m", "m", all, new BigDecimal("0.5"), UsageScope.PROCESS));
        reports.addAll(List.copyOf(reports));
        Collections.shuffle(reports, random);
        UsageMeter meter = new UsageMeter(PRICES, Counters.FRESH);
        reports.forEach(meter::add);

        assertThat(meter.spent().tokens()).isEqualTo(all);
        assertThat(meter.spent().dollars()).isEqualByComparingTo("0.5");
    }

    @RepeatedTest(100)
    void what_was_used_never_becomes_less(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        UsageMeter meter = new UsageMeter(PRICES, Counters.FRESH);
        long before = 0;
        for (int i = 0; i < 200; i++) {
            UsageScope scope = SCOPES.get(random.nextInt(SCOPES.size()));
            meter.add(new UsageReport("k" + random.nextInt(5), "m" + random.nextInt(3), tokens(random), null, scope));
            long now = meter.spent().tokens().total();
            assertThat(now).isGreaterThanOrEqualTo(before);
            before = now;
        }
    }

    private static Tokens tokens(Random random) {
        return new Tokens(1 + random.nextInt(1000), random.nextInt(5000), random.nextInt(300), random.nextInt(400));
    }
}
