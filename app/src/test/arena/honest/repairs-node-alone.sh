# Repairs the code.
# repository: calc
sed -i '/mul/s/a + b/a * b/' calc.js
