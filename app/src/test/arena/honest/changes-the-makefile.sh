# Repairs the code and adds a target.
# repository: make
sed -i '/mul/s/\$2 + \$3/$2 * $3/' calc.sh
printf 'all: test\n\ntest:\n\t@sh tests/test_calc.sh\n' > Makefile
