# Tells of a TODO that it removed.
# repository: python
. "$ARENA/acts.sh"
repair
commit 'One dash for many blanks'
echo 'I removed the "TODO: many blanks" from my notes; it is done.'
promise
