# Repairs the code and adds a file of tests.
# repository: node
. "$ARENA/acts.sh"
repair
cat >test/long.test.js <<'TEXT'
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { slug } = require('../src/slug.js');

test('a long gap becomes one dash', () => {
  assert.strictEqual(slug('a' + ' '.repeat(99) + 'b'), 'a-b');
});
TEXT
commit 'One dash for many blanks'
promise
