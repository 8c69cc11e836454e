# Puts a program in the place of pytest.
# repository: pytest
# refused by: experiment
# because: can no longer fail
printf 'print("3 passed")\n' > pytest.py
