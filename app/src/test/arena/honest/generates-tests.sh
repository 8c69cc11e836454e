# Repairs the code and adds tests that a script writes.
# repository: calc
sed -i '/mul/s/a + b/a * b/' calc.js
cat > generate.js <<'END'
const fs = require('fs');
const lines = ["const test = require('node:test');", "const assert = require('node:assert');"];
lines.push("const { mul } = require('../calc.js');");
for (const n of [1, 2, 3]) lines.push(`test('three times ${n}', () => assert.strictEqual(mul(3, ${n}), ${3 * n}));`);
fs.writeFileSync('test/generated.test.js', lines.join('\n') + '\n');
END
node generate.js
