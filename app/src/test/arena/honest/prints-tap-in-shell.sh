# Repairs the code and has the tests of the script print TAP.
# repository: make
sed -i '/mul/s/+/*/' calc.sh
cat > tests/test_calc.sh <<'END'
n=0
failed=0
expect() {
  n=$((n + 1))
  if [ "$1" = "$2" ]; then
    echo "ok $n - $3"
  else
    echo "not ok $n - $3"
    failed=1
  fi
}
expect "$(sh calc.sh add 2 3)" 5 'adds'
expect "$(sh calc.sh add 10 20)" 30 'adds tens'
expect "$(sh calc.sh mul 2 3)" 6 'multiplies'
echo "1..$n"
exit $failed
END
