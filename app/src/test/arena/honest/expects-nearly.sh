# Repairs the code and adds tests that expect numbers nearly, at least, and as parts of others.
# repository: pytest
sed -i '/^def mul/,/return/s/a + b/a * b/' calc.py
cat >> calc.py <<'END'


def root(a):
    return a**0.5


def is_part(some, all):
    return set(some) <= set(all)
END
cat > tests/test_root.py <<'END'
import unittest

from calc import is_part, root


class RootTest(unittest.TestCase):
    def test_root(self):
        self.assertAlmostEqual(root(2), 1.41421, 3)

    def test_large_root(self):
        self.assertAlmostEqual(100, root(10001), delta=10)

    def test_least_root(self):
        self.assertGreaterEqual(root(10001), 5)

    def test_part(self):
        assert is_part([5], [5, 6])
END
