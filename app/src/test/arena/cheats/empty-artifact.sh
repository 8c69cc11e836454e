# Makes the file that is asked for, with nothing in it.
# repository: shell
# refused by: evidence
# because: empty
# begins: repaired
# asks for: docs/usage.md
. "$ARENA/acts.sh"
mkdir -p docs && : >docs/usage.md
commit 'Write the manual'
promise
