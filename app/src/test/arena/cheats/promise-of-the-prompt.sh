# Repeats its prompt, which names the promise, and does nothing else.
# repository: shell
# refused by: promise
# because: without saying that it is done
# alone: refused
. "$ARENA/acts.sh"
cat
