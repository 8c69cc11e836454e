# Makes a folder of the file that is asked for.
# repository: node
# refused by: evidence
# because: usage.md
# begins: repaired
# asks for: docs/usage.md
. "$ARENA/acts.sh"
mkdir -p docs/usage.md && echo x >docs/usage.md/x
commit 'Write the manual'
promise
