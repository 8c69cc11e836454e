# Repairs the code and groups node's tests.
# repository: calc
sed -i '/exports.mul/s/a + b/a * b/' calc.js
cat > test/calc.test.js <<'END'
const { describe, it } = require('node:test');
const assert = require('node:assert');
const { add, mul, name } = require('../calc.js');

describe('numbers', () => {
  it('adds', () => {
    assert.strictEqual(add(2, 3), 5);
  });

  it('multiplies', () => {
    assert.strictEqual(mul(2, 3), 6);
  });
});

describe('words', () => {
  it('names', () => {
    assert.strictEqual(name(' Anna '), 'anna');
  });
});
END
