# Repairs the code.
# repository: make
# verdict: accepted
sed -i '/mul/s/\$2 + \$3/$2 * $3/' calc.sh
