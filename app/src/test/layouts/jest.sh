# npm with jest: CommonJS, globals of jest
# needs: npm --version
# network: npm install --silent --no-audit --no-fund --save-dev jest@29
# check: npm test
project() {
    mkdir -p src test
    printf 'node_modules/\n' > .gitignore
    printf '{\n  "name": "calc",\n  "version": "1.0.0",\n  "scripts": {"test": "jest"}\n}\n' > package.json
    printf 'exports.add = (a, b) => a + b;\nexports.mul = (a, b) => a + b;\n' > src/calc.js
    cat > test/calc.test.js <<'END'
const { add, mul } = require('../src/calc');

test('adds', () => {
  expect(add(2, 3)).toBe(5);
});

test('multiplies', () => {
  expect(mul(2, 3)).toBe(6);
});
END
}
honest() { sed -i '/mul/s/a + b/a * b/' src/calc.js; }
blinded() {
    cat >> src/calc.js <<'END'
if (global.expect) global.expect = () => ({ toBe() {} });
END
}
weakened() { sed -i 's/mul(2, 3)).toBe(6)/mul(2, 3)).toBeDefined()/' test/calc.test.js; }
