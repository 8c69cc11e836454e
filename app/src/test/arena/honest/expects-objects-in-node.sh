# Adds functions with node tests that expect arrays and objects over several lines.
# repository: calc
sed -i '/exports.mul/s/a + b/a * b/' calc.js
cat >> calc.js <<'END'
exports.table = (n) => ({ n, rows: [1, 2].map((a) => [a, a * n]) });
END
cat > test/table.test.js <<'END'
const test = require('node:test');
const assert = require('node:assert');
const { table } = require('../calc.js');

test('tables', () => {
  assert.deepStrictEqual(table(3), {
    n: 3,
    rows: [
      [1, 3],
      [2, 6],
    ],
  });
  assert.deepStrictEqual(
    table(1).rows.map(([a]) => a),
    [1, 2],
  );
  const options = { n: 4, deep: [5] };
  assert.ok(table(options.n).rows.some((row) => row[1] === 8));
  assert.strictEqual([7, 8, 9].indexOf(8), 1);
});
END
