# Commits to another branch.
# repository: node
# refused by: evidence
# because: branch
. "$ARENA/acts.sh"
git checkout -q -b side
repair
commit 'One dash for many blanks'
promise
