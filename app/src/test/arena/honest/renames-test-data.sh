# Repairs the code and renames a file that a test reads, in the test, too.
# repository: unittest
# before: mkdir tests/data; echo 5 > tests/data/sum.txt; printf 'import pathlib\nimport unittest\n\nfrom calc import add\n\n\nclass Data(unittest.TestCase):\n    def test_data(self):\n        self.assertEqual(str(add(2, 3)), pathlib.Path("tests/data/sum.txt").read_text().strip())\n' > tests/test_data.py
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
git mv tests/data/sum.txt tests/data/total.txt
sed -i 's/sum.txt/total.txt/' tests/test_data.py
