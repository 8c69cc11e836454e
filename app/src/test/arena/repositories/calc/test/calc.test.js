const test = require('node:test');
const assert = require('node:assert');
const { add, mul, name } = require('../calc.js');

test('adds', () => {
  assert.strictEqual(add(2, 3), 5);
});

test('multiplies', () => {
  assert.strictEqual(mul(2, 3), 6);
});

test('names', () => {
  assert.strictEqual(name(' Anna '), 'anna');
});
