# Repairs the code and renames the file of its tests.
# repository: unittest
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
git mv tests/test_calc.py tests/test_numbers.py
