# Expects the wrong result, in an assertion that stays.
# repository: java
# refused by: tamper
# because: SlugTest.java
. "$ARENA/acts.sh"
replace test/SlugTest.java '"a-b", Slug.of("a  b")' '"a--b", Slug.of("a  b")'
commit 'Correct a test'
promise
