# Writes code that never ends.
# repository: shell
# refused by: command
# because: longer|time
# alone: refused
# patience: 2s
. "$ARENA/acts.sh"
echo 'while :; do sleep 1; done' >slug.sh
commit 'One dash for many blanks'
promise
