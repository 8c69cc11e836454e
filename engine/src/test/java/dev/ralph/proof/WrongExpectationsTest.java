package dev.ralph.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.git.RawName;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WrongExpectationsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '~', textBlock = """
                    test_a.py   ¦ assert add(2, 3) == 5                                         ¦ 5
                    test_a.py   ¦ assert 5 == add(2, 3)                                         ¦ 5
                    test_a.py   ¦ assert add(-2, -3) == -5, "adds"                              ¦ 5
                    test_a.py   ¦ assert name(" Anna ") == "anna"  # small letters              ¦ "anna"
                    test_a.py   ¦ self.assertEqual(add(2, 3), 5)                                ¦ 5
                    test_a.py   ¦ self.assertEqual(30, add(10, 20), "a sum")                    ¦ 30
                    test_a.py   ¦ self.assertTrue(add(2, 3) == 5)                               ¦ 5
                    test_a.py   ¦ assert is_even(4) is True                                     ¦ True
                    a.test.js   ¦ test('adds', () => { assert.strictEqual(add(2, 3), 5); });    ¦ 5
                    a.test.js   ¦ expect(add(2, 3)).toBe(5);                                    ¦ 5
                    a.test.js   ¦ assert.ok(add(2, 3) === 5);                                   ¦ 5
                    ATest.java  ¦ assertEquals(5, add(2, 3));                                   ¦ 5
                    ATest.java  ¦ assertEquals("sum", 5, add(2, 3));                            ¦ 5
                    ATest.java  ¦ assertThat(add(2, 3)).isEqualTo(5);                           ¦ 5
                    ATest.java  ¦ check(add(2, 3), 5);                                          ¦ 5
                    a_test.go   ¦ if got := Add(2, 3); got != 5 { t.Errorf("got %d", got) }     ¦ 5
                    a.rs        ¦ assert_eq!(add(2, 3), 5);                                     ¦ 5
                    test.sh     ¦ expect "$(sh calc.sh mul 2 3)" 6                              ¦ 6
                    test.sh     ¦ [ "$(sh calc.sh mul 2 3)" = 6 ] || exit 1                     ¦ 6
                    test.sh     ¦ test "$(sh calc.sh mul 2 3)" -eq 6                            ¦ 6
                    """)
    void a_literal_that_is_one_side_of_a_comparison_is_sure(String file, String line, String literal) {
        assertThat(sure(file, line)).containsExactly(literal);
    }

    /// As formatters write them: ⏎ ends a line.
    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '~', textBlock = """
                    test_a.py   ¦ self.assertEqual(⏎    add(2, 3),⏎    5,⏎)                         ¦ 5
                    test_a.py   ¦ assert add(2, 3) == (⏎    5  # (the sum)⏎)                        ¦ 5
                    test_a.py   ¦ note("isn't (")⏎  # don't (⏎  assert f(7) // 2 == [⏎    3,⏎  ]    ¦ 3
                    a.test.js   ¦ it("isn't", () => {⏎  // don't (⏎  assert.equal(⏎    f('//('), 5);¦ 5
                    test_a.py   ¦ assert words("a b") == ["c", "d"]                                 ¦ "c","d"
                    test_a.py   ¦ assert pair(1) == (2, -3)                                         ¦ 2,3
                    test_a.py   ¦ assert table(1) == {⏎    "a": 2,⏎    "b": [3, rest],⏎}            ¦ "a",2,"b",3
                    test_a.py   ¦ assert {⏎    "a": add(2, 3),⏎} == {"a": 5}                        ¦ "a",5
                    a.test.js   ¦ assert.deepStrictEqual(words('a b'), ['c', 'd']);                 ¦ 'c','d'
                    a.test.js   ¦ expect(table(1)).toEqual({⏎  a: 2,⏎  b: [3],⏎});                  ¦ 2,3
                    a.test.js   ¦ test('x', () => {⏎  assert.deepEqual(⏎    f(1),⏎    [2],⏎  );⏎}); ¦ 2
                    ATest.java  ¦ assertEquals(⏎    5, add(2, 3));                                  ¦ 5
                    a.rs        ¦ assert_eq!(⏎    add(2, 3),⏎    5,⏎);                              ¦ 5
                    """)
    void so_is_one_on_lines_of_its_own_and_one_in_a_list_that_is_compared(String file, String line, String literals) {
        assertThat(sure(file, line.replace('⏎', '\n'))).containsExactly(literals.split(","));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '~', textBlock = """
                    test_a.py   ¦ self.assertEqual(⏎    add(⏎        2,⏎        3,⏎    ),⏎    five,⏎)
                    test_a.py   ¦ assert total([2, 3]) == total([3, 2])
                    test_a.py   ¦ assert [5, 6][0] == five
                    test_a.py   ¦ assert is_part([5], [5, 6])
                    test_a.py   ¦ self.assertGreaterEqual(root(100), 5)
                    test_a.py   ¦ self.assertAlmostEqual(root(2), 1.41421, 3)
                    test_a.py   ¦ self.assertAlmostEqual(⏎    100,⏎    root(9),⏎    delta=10,⏎)
                    ATest.java  ¦ assertEquals(1.41421, root(2), 0.001);
                    ATest.java  ¦ assertEquals(100L, time(),⏎    50L);
                    test_a.py   ¦ assert [5 for x in found] == fives
                    test_a.py   ¦ assert found in [5, 6]
                    test_a.py   ¦ assert pair(1) != (2, 3)
                    test_a.py   ¦ found = {⏎    "a": 5,⏎}
                    test_a.py   ¦ assert [key(lambda: 5)] == keys
                    a.test.js   ¦ assert.ok(add(2, 3) !== 5);
                    a.test.js   ¦ assert.strictEqual(size({⏎  a: 1,⏎}), size([⏎  2,⏎]));
                    a.test.js   ¦ const table = {⏎  a: 1,⏎};
                    a.test.js   ¦ expect([1, 2]).toContain(one);
                    test_a.py   ¦ assert sign(5) == sign(9)
                    test_a.py   ¦ assert add(2, 3) != 5
                    test_a.py   ¦ assert add(2, 3) == 5 or add(3, 2) == 5
                    test_a.py   ¦ assert len([x for x in found if x == 5]) == count(3)
                    test_a.py   ¦ if os.name == "posix":
                    test_a.py   ¦ self.assertTrue(is_even(4))
                    test_a.py   ¦ self.assertRaises(ValueError, add, 5)
                    a.test.js   ¦ assert.strictEqual(parity(4), parity(8));
                    a.test.js   ¦ expect(list.filter(x => x === 5)).toEqual(other);
                    a.test.js   ¦ expect(add(2, 3)).not.toBe(5);
                    ATest.java  ¦ assertEquals(sum, add(2, 3), 0.001);
                    ATest.java  ¦ if (name.equals("anna")) assertOften(5, add(2, 3), 7);
                    test.sh     ¦ expect "$(sh calc.sh mul 2 3)" "$(sh calc.sh add 3 3)"
                    test.sh     ¦ sh calc.sh mul 2 3 | grep -q 6
                    """)
    void what_the_code_under_test_is_given_is_not(String file, String line) {
        assertThat(sure(file, line.replace('⏎', '\n'))).isEmpty();
    }

    /// So no rule about numbers, such as those below 1000 or those nearly right, knows what will be changed.
    @Test
    void each_of_two_rounds_makes_another_kind_of_value() {
        for (int secret = 0; secret < 50; secret++) {
            String first = only("test_a.py", "assert add(2, 3) == 5", "s" + secret, WrongExpectations.Round.FIRST);
            String second = only("test_a.py", "assert add(2, 3) == 5", "s" + secret, WrongExpectations.Round.SECOND);
            assertThat(List.of(first, second)).doesNotContain("5").doesNotHaveDuplicates();
            assertThat(Math.min(Long.parseLong(first), Long.parseLong(second))).isIn(4L, 6L);
            assertThat(Math.max(Long.parseLong(first), Long.parseLong(second))).isGreaterThan(14);
        }
    }

    @Test
    void a_text_stays_a_text() {
        for (int secret = 0; secret < 50; secret++) {
            for (WrongExpectations.Round round : WrongExpectations.Round.values()) {
                assertThat(only("test_a.py", "assert name() == \"a\\n\"", "s" + secret, round))
                        .matches("\"[a-z]*a?\\\\n[a-z]*\"")
                        .isNotEqualTo("\"a\\n\"");
            }
        }
    }

    private static List<String> sure(String file, String line) {
        return of(file, line, "secret", WrongExpectations.Round.FIRST).changes().stream()
                .map(WrongExpectations.Change::before)
                .toList();
    }

    private static String only(String file, String line, String secret, WrongExpectations.Round round) {
        return Objects.requireNonNull(of(file, line, secret, round).changes().getFirst())
                .after();
    }

    private static WrongExpectations of(String file, String line, String secret, WrongExpectations.Round round) {
        RawName name = RawName.of(file.getBytes(StandardCharsets.UTF_8));
        return WrongExpectations.sure(
                Map.of(name, ("  " + line + "\n").getBytes(StandardCharsets.UTF_8)), secret, round);
    }

    /// As generated tests have them.
    @Test
    void a_very_long_text_costs_little() {
        String text = "\\\"'` (".repeat(150_000);

        assertThat(sure("test_a.py", "data = \"" + text + "\"\n  assert add(2, 3) == 5"))
                .containsExactly("5");
    }
}
