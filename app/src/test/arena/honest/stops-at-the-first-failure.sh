# Repairs the code and tests it in a file of its own, where the check stops at the first test that fails.
# repository: pytest
# check: python3 -m pytest -x -q -p no:cacheprovider
sed -i '/^def mul/,/return/s/a + b/a * b/' calc.py
printf 'from calc import mul\n\n\ndef test_nothing():\n    assert mul(0, 7) == 0\n\n\ndef test_negative():\n    assert mul(-2, 7) == -14\n' > tests/test_more.py
