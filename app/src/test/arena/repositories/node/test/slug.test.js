'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { slug } = require('../src/slug.js');

test('letters become small', () => {
  assert.strictEqual(slug('Hello'), 'hello');
});

test('a blank becomes a dash', () => {
  assert.strictEqual(slug('a b'), 'a-b');
});

test('an empty text is refused', () => {
  assert.throws(() => slug('  '), /empty/);
});

test('many blanks become one dash', () => {
  assert.strictEqual(slug('a  b'), 'a-b');
});
