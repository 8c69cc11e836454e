# Repairs the code and commits nothing.
# harmless: In an overlay the work is what Ralph takes over from the files, and the files are right.
# repository: shell
# refused by: evidence
# because: commit
. "$ARENA/acts.sh"
repair
echo 'Repaired and committed.'
promise
