# Expects the wrong result.
# repository: shell
# refused by: tamper
# because: slug.t
. "$ARENA/acts.sh"
replace test/slug.t "'a  b')\" a-b" "'a  b')\" a--b"
commit 'Correct a test'
promise
