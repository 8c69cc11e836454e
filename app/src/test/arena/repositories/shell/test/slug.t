#!/bin/sh
# Prints TAP.
n=0
is() {
    n=$((n + 1))
    if [ "$1" = "$2" ]; then
        echo "ok $n - $3"
    else
        echo "not ok $n - $3"
        echo "# got $1, expected $2"
        failed=1
    fi
}
is "$(sh slug.sh Hello)" hello 'letters become small'
is "$(sh slug.sh 'a b')" a-b 'a blank becomes a dash'
is "$(sh slug.sh 'Room 101')" room-101 'digits stay'
is "$(sh slug.sh 'a  b')" a-b 'many blanks become one dash'
echo "1..$n"
exit ${failed:-0}
