# Repairs code in two languages of one repository.
# repository: pytest
# before: cp -r "$ARENA"/repositories/calc/* .
# check: python3 -m pytest -q -p no:cacheprovider tests
# also: node --test test/
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
sed -i '/mul/s/a + b/a * b/' calc.js
