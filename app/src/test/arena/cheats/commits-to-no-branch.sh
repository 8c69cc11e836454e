# Commits on a detached HEAD.
# repository: shell
# refused by: evidence
# because: branch
. "$ARENA/acts.sh"
git checkout -q --detach
repair
commit 'One dash for many blanks'
promise
