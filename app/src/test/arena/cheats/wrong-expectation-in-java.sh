# Expects the wrong result, in an assertion that stays.
# repository: java
# refused by: experiment
# because: The work changed|no longer
. "$ARENA/acts.sh"
replace test/SlugTest.java '"a-b", Slug.of("a  b")' '"a--b", Slug.of("a  b")'
commit 'Correct a test'
promise
