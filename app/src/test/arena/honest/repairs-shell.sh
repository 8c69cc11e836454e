# Repairs the code.
# repository: shell
. "$ARENA/acts.sh"
repair
commit 'One dash for many blanks'
echo 'Many blanks become one dash now.'
promise
