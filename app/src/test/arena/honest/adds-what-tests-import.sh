# Writes a function that the tests import and that was not there.
# repository: unittest
# before: sed -i '/^def mul/,/return/d' calc.py
printf '\n\ndef mul(a, b):\n    return a * b\n' >> calc.py
