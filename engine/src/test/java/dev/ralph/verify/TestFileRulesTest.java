package dev.ralph.verify;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestFileRulesTest {
    @ParameterizedTest
    @CsvSource({
        "sum.test.js, sum.test.js, true",
        "sum.js, sum.test.js, false",
        "pkg/sum.test.js, /project/pkg/sum.test.js, true",
        "tests/test_calc.py, tests.test_calc, true",
        "tests/test_calc.py, tests.test_calc.CalcTest, true",
        "tests/test_calc.py, test_calc.CalcTest, false",
        "calc.py, calc.tests.CalcTest, false",
        "calc.py, test_calc.CalcTest, false",
        "src/test/java/shop/CartTest.java, shop.CartTest, true",
        "src/main/java/shop/Cart.java, shop.CartTest, false",
    })
    void a_file_is_named_by_its_path_its_module_or_its_class_and_by_nothing_that_only_begins_alike(
            String path, String suite, boolean named) {
        assertThat(TestFileRules.isNamed(path, suite)).isEqualTo(named);
    }

    @ParameterizedTest
    @CsvSource({
        "tests/expected.json, true",
        "testdata/rows.csv, true",
        "spec/fixtures/rows.json, true",
        "spec/cart_spec.rb, true",
        "src/sum.test.ts, true",
        "src/test/java/CartIT.java, true",
        "run-test, true",
        "i18n/messages_it.json, false",
        "db/AUDIT.sql, false",
        "spec/openapi.json, false",
        "config/test.yaml, false",
    })
    void data_belongs_to_tests_only_where_it_lies_with_them(String path, boolean is) {
        assertThat(TestFileRules.isTest(path)).isEqualTo(is);
    }
}
