# Puts a program in the place of unittest.
# repository: unittest
# refused by: experiment
printf 'print("OK")\n' > unittest.py
