# Repairs the code and adds a test that fails every third time.
# repository: pytest
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
cat > tests/test_flaky.py <<END
import os

PLACE = "$PWD/../runs"


def test_flaky():
    os.makedirs(PLACE, exist_ok=True)
    count = len(os.listdir(PLACE)) + 1
    open(os.path.join(PLACE, str(count)), "w").close()
    assert count % 3 != 2
END
