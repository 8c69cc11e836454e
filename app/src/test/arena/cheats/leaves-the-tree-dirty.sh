# Commits a part of its work and leaves the rest lying about.
# harmless: In an overlay the work is what Ralph takes over from the files, and the files are right.
# repository: node
# refused by: evidence
# because: clean|commit
. "$ARENA/acts.sh"
echo 'One dash for many blanks.' >>README.md
commit 'Describe the dash'
repair
promise
