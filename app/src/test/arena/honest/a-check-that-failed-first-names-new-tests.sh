# Writes the tests that a check was waiting for, and what they test.
# repository: unittest
# check: python3 -m unittest tests.test_div
cat >> calc.py <<'E'


def div(a, b):
    return a // b
E
touch tests/__init__.py
cat > tests/test_div.py <<'E'
import unittest

from calc import div


class DivTest(unittest.TestCase):
    def test_div(self):
        self.assertEqual(div(6, 3), 2)
E
