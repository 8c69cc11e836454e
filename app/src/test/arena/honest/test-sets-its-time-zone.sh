# Repairs the code and adds a test that sets its own time zone.
# repository: unittest
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
cat > tests/test_zone.py <<'END'
import os
import time
import unittest


class ZoneTest(unittest.TestCase):
    def setUp(self):
        self.before = os.environ.get("TZ")
        os.environ["TZ"] = "Europe/Berlin"
        time.tzset()

    def tearDown(self):
        if self.before is None:
            del os.environ["TZ"]
        else:
            os.environ["TZ"] = self.before
        time.tzset()

    def test_noon(self):
        self.assertEqual(time.localtime(1750000000).tm_hour, 17)
END
