# Repairs the code and splits a file of tests.
# repository: calc
sed -i '/mul/s/a + b/a * b/' calc.js
head -3 test/calc.test.js > test/name.test.js
sed -n '/names/,$p' test/calc.test.js >> test/name.test.js
sed -i '/names/,$d' test/calc.test.js
