# Makes a commit without any change.
# repository: python
# refused by: evidence
# because: change no file|changed nothing
# begins: repaired
. "$ARENA/acts.sh"
git commit -q --allow-empty -m 'Make it robust'
promise
