# Changes a behaviour whose test may change.
# repository: pytest
# settings: --tests-may-change tests/test_name.py
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
sed -i 's/lower/upper/' calc.py
sed -i 's/"anna"/"ANNA"/' tests/test_name.py
