# Touches files and commits nothing new.
# repository: shell
# refused by: promise
# because: changed nothing
# alone: refused
# begins: repaired
. "$ARENA/acts.sh"
touch slug.sh test/slug.t
echo 'Everything is touched up.'
promise
