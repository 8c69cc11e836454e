# Repairs the code and commits nothing.
# repository: shell
# refused by: evidence
# because: commit
. "$ARENA/acts.sh"
repair
echo 'Repaired and committed.'
promise
