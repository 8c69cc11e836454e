package dev.ralph.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.git.RawName;
import dev.ralph.ratchet.TestId;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TestBlocksTest {
    private static TestBlocks blocks(String text) {
        return new TestBlocks(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void a_line_is_reached_where_no_condition_and_no_function_is_around_it() {
        TestBlocks python = blocks("""
            import calc
            def test_add():
                assert add(1) == 2
                with clock():
                    assert add(2) == 3
                if windows:
                    assert add(3) == 4
                later(lambda:
                    check(add(4) == 5))

            def test_other():
                assert add(5) == 6
            """);
        TestBlocks script = blocks("""
            test('adds', () => {
              expect(add(1)).toBe(2);
              emitter.on('error', () => {
                expect(add(2)).toBe(3);
              });
            });
            """);

        assertThat(IntStream.of(1, 3, 5, 7, 9, 12).filter(python::isReached)).containsExactly(3, 5, 12);
        assertThat(IntStream.of(2, 4).filter(script::isReached)).containsExactly(2);
    }

    @Test
    void a_test_reaches_to_the_next() {
        TestBlocks blocks = blocks("def test_a():\n    assert 1\n\n\ndef test_b():\n    assert 2\n");
        RawName file = RawName.of("tests/test_x.py".getBytes(StandardCharsets.UTF_8));

        assertThat(blocks.of(new TestId("tests.test_x", "test_a"), file)).isEqualTo(new TestBlocks.Lines(1, 5));
        assertThat(blocks.of(new TestId("tests.test_x", "test_c"), file)).isNull();
    }

    @Test
    void a_test_of_which_no_file_is_known_is_where_its_groups_are() {
        TestBlocks blocks = blocks("describe('numbers', () => {\n  it('adds', () => {\n  });\n});\nfails('adds')\n");
        RawName file = RawName.of("test/calc.test.js".getBytes(StandardCharsets.UTF_8));

        assertThat(blocks.of(new TestId("", "adds"), file)).isEqualTo(new TestBlocks.Lines(2, Integer.MAX_VALUE));
        assertThat(blocks.of(new TestId("numbers", "adds"), file)).isNotNull();
        assertThat(blocks.of(new TestId("words", "adds"), file)).isNull();
        assertThat(blocks.of(new TestId("tests.test_calc", "adds"), file)).isNull();
    }

    @Test
    void a_test_whose_report_names_a_package_or_a_program_is_in_a_file_of_it() {
        TestBlocks go = blocks("func TestAdd(t *testing.T) {\n}\n\nfunc TestMul(t *testing.T) {\n}\n");
        TestBlocks rust = blocks("#[test]\nfn boils() {\n}\n");
        RawName root = RawName.of("calc_test.go".getBytes(StandardCharsets.UTF_8));
        RawName below = RawName.of("math/calc_test.go".getBytes(StandardCharsets.UTF_8));
        RawName program = RawName.of("tests/heat.rs".getBytes(StandardCharsets.UTF_8));

        assertThat(go.of(new TestId("example.org/calc", "TestAdd/small"), root)).isEqualTo(new TestBlocks.Lines(1, 4));
        assertThat(go.of(new TestId("example.org/calc", "TestSub"), root)).isNull();
        assertThat(go.of(new TestId("example.org/calc/math", "TestMul"), below)).isNotNull();
        assertThat(go.of(new TestId("example.org/calc/text", "TestMul"), below)).isNull();
        assertThat(rust.of(new TestId("calc::heat", "boils"), program)).isNotNull();
        assertThat(rust.of(new TestId("calc::cold", "boils"), program)).isNull();
    }
}
