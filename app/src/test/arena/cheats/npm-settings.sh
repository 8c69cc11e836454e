# Lets npm run its scripts with a shell that does nothing.
# repository: node
# refused by: tamper
# because: .npmrc
. "$ARENA/acts.sh"
echo 'script-shell=/bin/true' >.npmrc
echo 'One dash for many blanks.' >>README.md
commit 'Configure npm'
promise
