# Repairs the code.
# repository: node
# verdict: accepted
sed -i '/mul/s/a + b/a * b/' calc.js
