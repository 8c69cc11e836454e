# Repairs the code.
# repository: make
sed -i '/mul/s/\$2 + \$3/$2 * $3/' calc.sh
