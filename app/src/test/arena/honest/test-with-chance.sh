# Repairs the code and adds a test with random numbers.
# repository: unittest
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
cat > tests/test_chance.py <<'END'
import random
import unittest

from calc import mul


class ChanceTest(unittest.TestCase):
    def test_either_order(self):
        for _ in range(20):
            a, b = random.randrange(99), random.randrange(99)
            with self.subTest(a=a, b=b):
                self.assertEqual(mul(a, b), mul(b, a))
                self.assertEqual(mul(a, 1), a)
END
