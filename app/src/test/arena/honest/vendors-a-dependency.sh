# Repairs the code with a module that it puts into the project.
# repository: pytest
mkdir vendor
printf 'def times(a, b):\n    return sum([a] * b)\n' > vendor/arithmetic.py
touch vendor/__init__.py
sed -i '1i from vendor.arithmetic import times\n\n' calc.py
sed -i '/def mul/,/return/s/a + b/times(a, b)/' calc.py
