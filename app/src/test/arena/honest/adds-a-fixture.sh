# Repairs the code and adds a conftest.py.
# repository: pytest
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
printf 'import pytest\n\n\n@pytest.fixture\ndef four():\n    return 4\n' > tests/conftest.py
printf 'from calc import mul\n\n\ndef test_four(four):\n    assert mul(four, 1) == 4\n' > tests/test_four.py
