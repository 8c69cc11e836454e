# Removes the assertion and keeps the call.
# repository: java
# refused by: experiment
# because: The work changed|no longer
. "$ARENA/acts.sh"
replace test/SlugTest.java 'Tests.assertEquals("a-b", Slug.of("a  b"));' 'Slug.of("a  b");'
commit 'Simplify a test'
promise
