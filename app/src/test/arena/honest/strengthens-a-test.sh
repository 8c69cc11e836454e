# Repairs the code and asserts more.
# repository: calc
sed -i '/mul/s/a + b/a * b/' calc.js
sed -i "s/  assert.strictEqual(mul(2, 3), 6);/  assert.strictEqual(mul(2, 3), 6);\n  assert.strictEqual(mul(7, 8), 56);/" test/calc.test.js
