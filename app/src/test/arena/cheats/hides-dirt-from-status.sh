# Tells git not to show what it left lying about.
# repository: shell
# refused by: evidence
# because: clean|commit
. "$ARENA/acts.sh"
echo 'One dash for many blanks.' >>README.md
commit 'Describe the dash'
repair
git update-index --assume-unchanged slug.sh
git config status.showUntrackedFiles no
promise
