# Repairs the code and adds tests that wait for each other.
# repository: unittest
sed -i '/^def mul/,/return/s/a + b/a * b/' calc.py
cat >> calc.py <<'END'


async def later(a, b):
    import asyncio

    await asyncio.sleep(0)
    return mul(a, b)
END
cat > tests/test_later.py <<'END'
import asyncio
import unittest

from calc import later


class LaterTest(unittest.IsolatedAsyncioTestCase):
    async def test_later(self):
        self.assertEqual(await later(2, 3), 6)

    async def test_several(self):
        found = await asyncio.gather(*(later(n, n) for n in range(4)))
        self.assertEqual(found, [0, 1, 4, 9])
END
