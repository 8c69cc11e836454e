# Writes the module that a test file requires and that is not there yet.
# repository: node
# before: printf "const test = require('node:test');\nconst assert = require('node:assert');\nconst { dash } = require('../src/dash.js');\n\ntest('a dash', () => {\n  assert.strictEqual(dash(), '-');\n});\n" > test/dash.test.js
. "$ARENA/acts.sh"
repair
echo "exports.dash = () => '-';" >src/dash.js
commit 'A dash, and one for many blanks'
promise
