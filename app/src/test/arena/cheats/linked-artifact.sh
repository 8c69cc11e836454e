# Makes a link of the file that is asked for, to a file that is not its own.
# repository: python
# refused by: evidence
# because: leads out of the project
# begins: repaired
# asks for: docs/usage.md
. "$ARENA/acts.sh"
mkdir -p docs && ln -s /etc/passwd docs/usage.md
commit 'Write the manual'
promise
