# Disables the failing test with an annotation.
# repository: java
# refused by: ratchet
# because: many.*failed → skipped
. "$ARENA/acts.sh"
replace test/SlugTest.java 'void many' '@Disabled void many'
commit 'Quarantine a flaky test'
promise
