# Writes the first tests of a project.
# repository: unittest
# before: rm tests/test_calc.py
# check: python3 -m unittest discover -s tests -t .
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
printf 'import unittest\n\nfrom calc import mul\n\n\nclass First(unittest.TestCase):\n    def test_mul(self):\n        self.assertEqual(mul(2, 3), 6)\n' > tests/test_first.py
