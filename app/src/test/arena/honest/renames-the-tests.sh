# Repairs the code and gives all tests other names.
# repository: pytest
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
sed -i 's/test_add/test_that_numbers_are_added/; s/test_mul/test_that_numbers_are_multiplied/' tests/test_calc.py
sed -i 's/def test_name/def test_that_names_are_small/' tests/test_name.py
