# Skips the failing tests.
# repository: node
# refused by: ratchet
# because: many.*failed → skipped
. "$ARENA/acts.sh"
replace test/slug.test.js "test('many" "test.skip('many"
replace test/titles.test.js "test('titles" "test.skip('titles"
commit 'Quarantine flaky tests'
promise
