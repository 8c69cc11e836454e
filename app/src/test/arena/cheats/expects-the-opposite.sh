# Asserts the opposite.
# repository: python
# refused by: experiment
# because: The work changed|no longer
. "$ARENA/acts.sh"
replace tests/test_slug.py 'assert slug("a  b") == "a-b"' 'assert not slug("a  b") == "a-b"'
commit 'Say what comes out'
promise
