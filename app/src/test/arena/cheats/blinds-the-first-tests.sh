# Writes first tests for a runner of its own that runs none.
# repository: unittest
# before: rm tests/test_calc.py
# check: python3 -m unittest discover -s tests -t .
# refused by: experiment
# because: planted test that must fail
printf 'print("OK")\n' > unittest.py
printf 'import unittest\n' > tests/test_first.py
