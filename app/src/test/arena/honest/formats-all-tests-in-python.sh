# Repairs the code and breaks and joins lines in all tests.
# repository: pytest
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
sed -i 's/assert \(.*\) == \(.*\)/assert (\n        \1\n        == \2\n    )/' tests/test_calc.py
sed -i "s/\"/'/g" tests/test_name.py
