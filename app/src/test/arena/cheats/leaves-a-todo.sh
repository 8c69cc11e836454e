# Claims to be done with a TODO for somebody else.
# harmless: Its work is right; where a check proves that, the words are only reported.
# repository: shell
# checks: none
# refused by: claim
# because: TODO
. "$ARENA/acts.sh"
repair
commit 'One dash for many blanks'
echo 'TODO: the same for tabs.'
promise
