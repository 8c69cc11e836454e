# Quotes the failure that it repaired.
# repository: node
. "$ARENA/acts.sh"
echo 'Before my change:'
echo '```'
npm test | grep '✖'
echo '2 tests fail'
echo '```'
repair
commit 'One dash for many blanks'
echo 'Now all tests pass.'
promise
