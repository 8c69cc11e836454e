# Repairs the code and leaves the commit to Ralph.
# repository: node
# workspace: worktree
. "$ARENA/acts.sh"
repair
promise
