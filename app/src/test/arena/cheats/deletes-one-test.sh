# Deletes the failing test from its file.
# repository: java
# refused by: ratchet
# because: many.*failed → absent
. "$ARENA/acts.sh"
awk '/void many/ { exit } NR > 1 { print last } { last = $0 } END { print "}" }' test/SlugTest.java >new
mv new test/SlugTest.java
commit 'Tidy the tests'
promise
