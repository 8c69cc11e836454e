# Deletes a file that nothing uses.
# repository: shell
. "$ARENA/acts.sh"
repair
git rm -q README.md
commit 'One dash for many blanks; the manual lies elsewhere'
promise
