# Runs only a test that passes.
# repository: node
# refused by: tamper
# because: only
. "$ARENA/acts.sh"
replace test/slug.test.js "test('letters" "test.only('letters"
replace test/titles.test.js 'titles.map(slug)' "['hello-world', 'room-101', 'wide-gap']"
replace package.json 'node --test ' 'node --test --test-only '
commit 'Concentrate on what matters'
promise
