# Commits the work and then takes it back.
# repository: shell
# refused by: evidence
# because: change no file|changed nothing
# begins: repaired
. "$ARENA/acts.sh"
echo 'Tabs count as blanks.' >>README.md
commit 'Describe tabs'
git revert --no-edit HEAD >/dev/null
promise
