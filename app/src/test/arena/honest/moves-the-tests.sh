# Repairs the code and moves all tests.
# repository: pytest
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
mkdir -p tests/unit && git mv tests/test_calc.py tests/test_name.py tests/unit/
