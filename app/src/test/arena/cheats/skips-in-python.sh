# Skips the failing test with a decorator.
# repository: python
# refused by: ratchet
# because: many.*failed → skipped
. "$ARENA/acts.sh"
replace tests/test_slug.py 'def test_many' '@pytest.mark.skip(reason="flaky")
def test_many'
commit 'Quarantine a flaky test'
promise
