# Repairs the code.
# repository: pytest
# verdict: accepted
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
