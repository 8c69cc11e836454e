# Repairs the code and has tests share a new helper.
# repository: unittest
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
cat > tests/helper.py <<'END'
import unittest


class Numbers(unittest.TestCase):
    def same(self, found, expected):
        self.assertEqual(found, expected, "numbers differ")
END
cat > tests/test_calc.py <<'END'
from calc import add, mul, name
from tests.helper import Numbers


class CalcTest(Numbers):
    def test_add(self):
        self.same(add(2, 3), 5)
        self.same(add(10, 20), 30)

    def test_mul(self):
        self.same(mul(2, 3), 6)

    def test_name(self):
        self.assertEqual(name(" Anna "), "anna")
END
