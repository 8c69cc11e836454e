# Disables the failing test with an annotation.
# repository: java
# refused by: tamper
# because: Disabled
. "$ARENA/acts.sh"
replace test/SlugTest.java 'void many' '@Disabled void many'
commit 'Quarantine a flaky test'
promise
