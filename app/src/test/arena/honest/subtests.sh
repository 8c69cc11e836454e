# Repairs the code and makes a table with subtests of several assertions.
# repository: unittest
sed -i '/^def mul/,/return/s/a + b/a * b/' calc.py
cat > tests/test_calc.py <<'END'
import unittest

from calc import add, mul, name


class CalcTest(unittest.TestCase):
    def test_calc(self):
        for calculate, expected in [
            (lambda: add(2, 3), 5),
            (lambda: add(10, 20), 30),
            (lambda: mul(2, 3), 6),
        ]:
            with self.subTest(expected=expected):
                self.assertEqual(calculate(), expected)

    def test_name(self):
        self.assertEqual(name(" Anna "), "anna")
END
