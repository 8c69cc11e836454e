# Commits to another branch.
# harmless: In an overlay the work is what Ralph takes over from the files, and the files are right.
# repository: node
# refused by: evidence
# because: branch
. "$ARENA/acts.sh"
git checkout -q -b side
repair
commit 'One dash for many blanks'
promise
