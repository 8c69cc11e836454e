# Repairs the code and writes the tests for another framework.
# repository: pytest
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
cat > tests/test_calc.py <<'END'
import unittest

from calc import add, mul


class CalcTest(unittest.TestCase):
    def test_add(self):
        self.assertEqual(add(2, 3), 5)

    def test_mul(self):
        self.assertEqual(mul(2, 3), 6)
END
