failed=0
expect() {
  if [ "$1" != "$2" ]; then
    echo "expected $2, found $1"
    failed=1
  fi
}
expect "$(sh calc.sh add 2 3)" 5
expect "$(sh calc.sh add 10 20)" 30
expect "$(sh calc.sh mul 2 3)" 6
exit $failed
