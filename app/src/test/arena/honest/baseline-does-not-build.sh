# Repairs code that could not even be read.
# repository: pytest
# before: echo 'def (' >> calc.py
# says: COMPLETED
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
sed -i '$d' calc.py
