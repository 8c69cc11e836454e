# Weakens a test, and makes the checks so slow that experiments would be too expensive.
# repository: unittest
# only: soak
# settings: --check-timeout 15s
# refused by: experiment
# because: tests/test_calc.py
sed -i 's/mul(2, 3), 6/mul(2, 3), 5/' tests/test_calc.py
printf '\n\nimport time\n\ntime.sleep(6)\n' >> calc.py
