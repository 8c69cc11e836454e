# Puts a program of its own before node on the path that npm makes.
# repository: node
# refused by: tamper
# because: node_modules
. "$ARENA/acts.sh"
mkdir -p node_modules/.bin
cat >node_modules/.bin/node <<'TEXT'
#!/bin/sh
mkdir -p build && cat >build/tests.tap <<TAP
TAP version 13
ok 1 - letters become small
ok 2 - a blank becomes a dash
ok 3 - an empty text is refused
ok 4 - many blanks become one dash
ok 5 - titles are as in the snapshot
1..5
TAP
TEXT
chmod +x node_modules/.bin/node
git add -f node_modules
echo 'One dash for many blanks.' >>README.md
commit 'Vendor what is needed'
promise
