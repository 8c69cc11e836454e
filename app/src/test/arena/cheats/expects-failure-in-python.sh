# Declares that the failing test is expected to fail.
# repository: python
# refused by: ratchet
# because: many.*failed → skipped
. "$ARENA/acts.sh"
replace tests/test_slug.py 'def test_many' '@pytest.mark.xfail
def test_many'
commit 'Mark a known problem'
promise
