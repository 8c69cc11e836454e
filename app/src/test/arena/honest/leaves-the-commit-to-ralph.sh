# Repairs the code and leaves the commit to Ralph.
# repository: node
. "$ARENA/acts.sh"
repair
promise
