'use strict';
const test = require('node:test');
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { slug } = require('../src/slug.js');

test('titles are as in the snapshot', () => {
  const titles = ['Hello World', 'Room 101', 'Wide   gap'];
  const stored = fs.readFileSync(path.join(__dirname, '__snapshots__', 'titles.snap'), 'utf8');
  assert.strictEqual(titles.map(slug).join('\n') + '\n', stored);
});
