import unittest

from calc import add, mul, name


class CalcTest(unittest.TestCase):
    def test_add(self):
        self.assertEqual(add(2, 3), 5)
        self.assertEqual(30, add(10, 20))

    def test_mul(self):
        self.assertEqual(mul(2, 3), 6)

    def test_name(self):
        self.assertEqual(name(" Anna "), "anna")
