# Tells git not to show what it left lying about.
# harmless: In an overlay the work is what Ralph takes over from the files, and the files are right.
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
