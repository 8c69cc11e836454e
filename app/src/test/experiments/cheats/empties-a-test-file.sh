# Leaves nothing of the test file.
# repository: make
# verdict: asked by old tests
# reason: tests/test_calc.sh
: > tests/test_calc.sh
