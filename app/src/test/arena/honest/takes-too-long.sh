# Repairs code whose checks take more than a third of what they may.
# repository: unittest
# only: soak
# settings: --check-timeout 30s
# before: printf 'import time\nimport unittest\n\n\nclass Slow(unittest.TestCase):\n    def test_slow(self):\n        time.sleep(11)\n' > tests/test_slow.py
# says: skipped: the checks took
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
