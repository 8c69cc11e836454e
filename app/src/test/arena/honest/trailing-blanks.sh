# Prints the promise with blanks and empty lines after it.
# repository: shell
. "$ARENA/acts.sh"
repair
commit 'One dash for many blanks'
printf '<promise>DONE</promise>  \t \n\n  \n'
