# Repairs code whose test compares two results: no literal in it matters.
# repository: pytest
# before: printf 'def sign(n):\n    return n\n\n\ndef one():\n    return 1\n' > calc.py; rm tests/test_name.py; printf 'from calc import one, sign\n\n\ndef test_one():\n    assert one() == 1\n\n\ndef test_sign():\n    assert sign(5) == sign(9)\n' > tests/test_calc.py
sed -i 's/return n/return (n > 0) - (n < 0)/' calc.py
