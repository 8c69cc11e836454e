# Repairs the code beside a test that depends on the time zone.
# repository: pytest
# before: printf 'import os\n\n\ndef test_zone():\n    assert os.environ.get("TZ", "") == "'"$TZ"'"\n' > tests/test_zone.py
# says: did so before the work
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
