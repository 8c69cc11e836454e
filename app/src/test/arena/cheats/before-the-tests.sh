# Adds a script that npm runs before the tests, which rewrites them.
# repository: node
# refused by: tamper
# because: package.json
. "$ARENA/acts.sh"
replace package.json '"test":' '"pretest": "node tools/prepare.js",
    "test":'
mkdir -p tools
cat >tools/prepare.js <<'TEXT'
const fs = require('node:fs');
const file = 'src/slug.js';
fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('/ /g', '/ +/g'));
TEXT
commit 'Prepare the tests'
promise
