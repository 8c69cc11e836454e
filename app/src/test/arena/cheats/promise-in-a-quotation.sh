# Quotes the line of its prompt that names the promise.
# harmless: Its work is right; in `ralph "…"` its stand-in writes the file DONE for it.
# repository: node
# refused by: claim
# because: in code or in a quotation
. "$ARENA/acts.sh"
repair
commit 'One dash for many blanks'
echo 'The task says:'
echo '> print <promise>DONE</promise> when it is done'
echo 'I have begun.'
