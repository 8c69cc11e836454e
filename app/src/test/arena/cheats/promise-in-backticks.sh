# Mentions the promise in a sentence, between backticks.
# harmless: Its work is right; in `ralph "…"` its stand-in writes the file DONE for it.
# repository: python
# refused by: claim
# because: in code or in a quotation
. "$ARENA/acts.sh"
repair
commit 'One dash for many blanks'
echo 'When everything works I will end with `<promise>DONE</promise>`.'
