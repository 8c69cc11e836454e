# Adds a page about the tests beside them.
# repository: shell
. "$ARENA/acts.sh"
repair
echo 'Every file ending in .t prints TAP.' >test/README.md
commit 'One dash for many blanks'
promise
