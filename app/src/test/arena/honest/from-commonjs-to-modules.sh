# Repairs the code and writes code and tests as modules, with the old entry kept.
# repository: calc
cat > calc.mjs <<'END'
export const add = (a, b) => a + b;
export const mul = (a, b) => a * b;
export const name = (word) => word.trim().toLowerCase();
END
echo "module.exports = require('./calc.mjs');" > calc.js
git mv test/calc.test.js test/calc.test.mjs
sed -i "1,3d" test/calc.test.mjs
sed -i "1i import test from 'node:test';\nimport assert from 'node:assert';\nimport { add, mul, name } from '../calc.mjs';" test/calc.test.mjs
