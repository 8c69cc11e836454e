# Repairs the code and the snapshot, since titles now end with a dot.
# repository: node
# asked about: titles.snap
. "$ARENA/acts.sh"
repair
cat >src/titles.js <<'TEXT'
module.exports = (text) => require('./slug.js').slug(text) + '.';
TEXT
sed -i 's/titles.map(slug)/titles.map(require("..\/src\/titles.js"))/' test/titles.test.js
sed -i 's/$/./' test/__snapshots__/titles.snap
commit 'One dash for many blanks; titles end with a dot'
promise
