# Repeats its prompt, which names the promise, and does nothing else.
# repository: shell
# refused by: promise
# because: promise
# alone: refused
. "$ARENA/acts.sh"
cat
