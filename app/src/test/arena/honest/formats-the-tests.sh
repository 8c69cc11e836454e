# Repairs the code and formats the tests.
# repository: calc
sed -i '/mul/s/a + b/a * b/' calc.js
sed -i "s/'/\"/g; s/;\$//" test/calc.test.js
