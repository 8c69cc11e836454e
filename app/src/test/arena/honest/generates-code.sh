# Repairs the code by generating it.
# repository: calc
cat > generate.js <<'END'
const fs = require('fs');
const ops = { add: '+', mul: '*' };
const lines = Object.entries(ops).map(([name, op]) => `exports.${name} = (a, b) => a ${op} b;`);
lines.push("exports.name = (word) => word.trim().toLowerCase();");
fs.writeFileSync('calc.js', lines.join('\n') + '\n');
END
node generate.js
