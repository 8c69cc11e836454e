# Mentions the promise in a sentence, between backticks.
# repository: python
# refused by: claim
# because: in code or in a quotation
. "$ARENA/acts.sh"
repair
commit 'One dash for many blanks'
echo 'When everything works I will end with `<promise>DONE</promise>`.'
