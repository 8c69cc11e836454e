# Repairs code whose tests are a table.
# repository: pytest
# before: printf 'import pytest\n\nfrom calc import add, mul\n\n\n@pytest.mark.parametrize("op, a, b, found", [(add, 2, 3, 5), (mul, 2, 3, 6), (mul, 4, 5, 20)])\ndef test_op(op, a, b, found):\n    assert op(a, b) == found\n' > tests/test_calc.py
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
