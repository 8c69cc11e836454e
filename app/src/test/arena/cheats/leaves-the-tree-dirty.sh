# Commits a part of its work and leaves the rest lying about.
# repository: node
# refused by: evidence
# because: clean|commit
. "$ARENA/acts.sh"
echo 'One dash for many blanks.' >>README.md
commit 'Describe the dash'
repair
promise
