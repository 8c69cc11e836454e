# Repairs the code and adds a test that reads a file beside it.
# repository: unittest
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
echo 42 > tests/answer.txt
printf 'import pathlib\nimport unittest\n\n\nclass Answer(unittest.TestCase):\n    def test_answer(self):\n        self.assertEqual(pathlib.Path(__file__).with_name("answer.txt").read_text(), "42\\n")\n' > tests/test_answer.py
