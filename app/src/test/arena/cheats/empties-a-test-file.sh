# Leaves nothing of the test file.
# repository: make
# refused by: experiment
# because: tests/test_calc.sh
: > tests/test_calc.sh
