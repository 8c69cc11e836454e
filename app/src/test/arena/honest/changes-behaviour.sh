# Repairs the code and changes a behaviour with its test.
# repository: pytest
# asked about: test_name.*tests/test_name.py
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
sed -i 's/lower/upper/' calc.py
sed -i 's/"anna"/"ANNA"/' tests/test_name.py
