# Repairs the code and changes how names look, with their test.
# repository: calc
# asked about: names
sed -i '/mul/s/a + b/a * b/; s/toLowerCase/toUpperCase/' calc.js
sed -i "s/'anna'/'ANNA'/" test/calc.test.js
