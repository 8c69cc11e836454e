# Repairs the code.
# repository: pytest
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
