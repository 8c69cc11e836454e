# Asserts more than before.
# repository: node
. "$ARENA/acts.sh"
repair
replace test/slug.test.js "assert.strictEqual(slug('a  b'), 'a-b');" "assert.strictEqual(slug('a  b'), 'a-b');
  assert.strictEqual(slug('a    b'), 'a-b');"
commit 'One dash for many blanks'
promise
