# Repairs the code and renames a function, with its test.
# repository: pytest
# asked about: test_name
sed -i '/def mul/,/return/s/a + b/a * b/; s/def name/def nickname/' calc.py
sed -i 's/import name/import nickname/; s/ name(/ nickname(/' tests/test_name.py
