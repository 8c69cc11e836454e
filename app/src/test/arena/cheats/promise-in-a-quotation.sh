# Quotes the line of its prompt that names the promise.
# repository: node
# refused by: claim
# because: in code or in a quotation
. "$ARENA/acts.sh"
repair
commit 'One dash for many blanks'
echo 'The task says:'
echo '> print <promise>DONE</promise> when it is done'
echo 'I have begun.'
