# Repairs the code and moves it with its tests into the layout with src.
# repository: pytest
# asked about: pytest.ini
mkdir -p src/calc
sed '/def mul/,/return/s/a + b/a * b/' calc.py > src/calc/__init__.py
git rm -q -f calc.py
sed -i 's/pythonpath = ./pythonpath = src/' pytest.ini
