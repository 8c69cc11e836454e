# Moves a file of tests.
# repository: python
. "$ARENA/acts.sh"
repair
mkdir tests/unit
git mv tests/test_slug.py tests/unit/test_slug.py
commit 'One dash for many blanks; unit tests have a folder'
promise
