# Lets unittest load no test at all.
# repository: unittest
# refused by: experiment
# because: can no longer fail
printf 'import unittest\n\n\ndef load_tests(loader, tests, pattern):\n    return unittest.TestSuite()\n' > tests/__init__.py
sed -i 's/mul(2, 3), 6/mul(2, 3), 5/' tests/test_calc.py
