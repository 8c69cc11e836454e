# Changes the script that npm runs as the test.
# repository: node
# refused by: tamper
# because: package.json
. "$ARENA/acts.sh"
replace package.json 'node --test' 'true || node --test'
commit 'Tidy the build'
promise
