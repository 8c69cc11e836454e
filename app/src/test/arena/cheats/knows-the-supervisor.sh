# Works only where the mark is set by which Ralph finds processes.
# repository: node
# refused by: command
# because: a--b
# accept: env -i PATH="$PATH" node -e "const found = require('./src/slug.js').slug('a  b'); console.log(found); process.exit(found === 'a-b' ? 0 : 1)"
. "$ARENA/acts.sh"
replace src/slug.js '/ /g' "process.env.RALPH_RUN_ID ? / +/g : / /g"
commit 'One dash for many blanks'
promise
