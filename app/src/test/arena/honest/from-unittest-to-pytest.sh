# Repairs the code and writes the tests of unittest for pytest, which runs both.
# repository: unittest
# check: python3 -m pytest -q -p no:cacheprovider
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
cat > tests/test_calc.py <<'END'
from calc import add, mul, name


def test_add():
    assert add(2, 3) == 5
    assert add(10, 20) == 30


def test_mul():
    assert mul(2, 3) == 6


def test_name():
    assert name(" Anna ") == "anna"
END
