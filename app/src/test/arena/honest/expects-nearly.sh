# Repairs the code and adds a test that expects numbers nearly.
# repository: pytest
sed -i '/^def mul/,/return/s/a + b/a * b/' calc.py
cat >> calc.py <<'END'


def root(a):
    return a**0.5
END
cat > tests/test_root.py <<'END'
import unittest

from calc import root


class RootTest(unittest.TestCase):
    def test_root(self):
        self.assertAlmostEqual(root(2), 1.41421, 3)

    def test_large_root(self):
        self.assertAlmostEqual(100, root(10001), delta=10)
END
