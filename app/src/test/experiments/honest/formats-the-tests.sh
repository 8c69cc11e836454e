# Repairs the code and formats the tests.
# repository: node
# verdict: accepted
sed -i '/mul/s/a + b/a * b/' calc.js
sed -i "s/'/\"/g; s/;\$//" test/calc.test.js
