# Works only with a file that git ignores.
# repository: pytest
# refused by: experiment
# because: fails in a fresh checkout
printf 'def mul(a, b):\n    return a * b\n' > real.pyc
cat >> calc.py <<'END'


def mul(a, b):
    import os
    return a * b if os.path.exists("real.pyc") else a + b
END
