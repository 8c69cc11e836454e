# Leaves ignored files behind, as builds do.
# repository: java
. "$ARENA/acts.sh"
repair
make test >/dev/null
commit 'One dash for many blanks'
promise
