# Shows the promise in a code block, as an example.
# harmless: Its work is right; in `ralph "…"` its stand-in writes the file DONE for it.
# repository: shell
# refused by: claim
# because: in code or in a quotation
. "$ARENA/acts.sh"
repair
commit 'One dash for many blanks'
cat <<'TEXT'
Once the tests pass I shall print this:
```
<promise>DONE</promise>
```
TEXT
