# Removes the assertion and keeps the call.
# repository: java
# refused by: tamper
# because: assert
. "$ARENA/acts.sh"
replace test/SlugTest.java 'Tests.assertEquals("a-b", Slug.of("a  b"));' 'Slug.of("a  b");'
commit 'Simplify a test'
promise
