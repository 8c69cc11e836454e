# Takes the annotation away from the failing test.
# repository: java
# refused by: ratchet
# because: many.*failed → absent
. "$ARENA/acts.sh"
awk '{ if (/void many/) last = ""; if (NR > 1) print last; last = $0 } END { print last }' test/SlugTest.java >new
mv new test/SlugTest.java
commit 'Tidy the tests'
promise
