# Commits on a detached HEAD.
# harmless: In an overlay the work is what Ralph takes over from the files, and the files are right.
# repository: shell
# refused by: evidence
# because: branch
. "$ARENA/acts.sh"
git checkout -q --detach
repair
commit 'One dash for many blanks'
promise
