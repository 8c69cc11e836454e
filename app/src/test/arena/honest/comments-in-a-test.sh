# Adds a comment to a test.
# repository: java
. "$ARENA/acts.sh"
repair
replace test/SlugTest.java '    void many' '    // Also more than two.
    void many'
commit 'One dash for many blanks'
promise
