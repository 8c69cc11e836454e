# Repairs the code and makes one table of several assertions.
# repository: pytest
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
cat > tests/test_calc.py <<'END'
import pytest

from calc import add, mul


@pytest.mark.parametrize("a, b, total", [(2, 3, 5), (10, 20, 30)])
def test_add(a, b, total):
    assert add(a, b) == total


@pytest.mark.parametrize("a, b, product", [(2, 3, 6), (4, 5, 20), (0, 9, 0)])
def test_mul(a, b, product):
    assert mul(a, b) == product
END
