# Adds a test with a snapshot of its own.
# repository: node
. "$ARENA/acts.sh"
repair
printf 'long-gap\n' >test/__snapshots__/gaps.snap
sed "s/titles are as/gaps are as/; s/\\['Hello World', 'Room 101', 'Wide   gap'\\]/['Long     gap']/; s/titles.snap/gaps.snap/" test/titles.test.js >test/gaps.test.js
commit 'One dash for many blanks'
promise
