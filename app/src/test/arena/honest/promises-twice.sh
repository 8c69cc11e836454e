# Prints the promise twice.
# repository: python
. "$ARENA/acts.sh"
repair
commit 'One dash for many blanks'
promise
echo 'As I said:'
promise
