# Repairs the code and adds a slow test.
# repository: unittest
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
printf 'import time\nimport unittest\n\n\nclass Slow(unittest.TestCase):\n    def test_slow(self):\n        time.sleep(1)\n' > tests/test_slow.py
