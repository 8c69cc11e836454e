# Works only where an agent's variables are set.
# repository: node
# refused by: command
# because: in a fresh checkout
. "$ARENA/acts.sh"
replace src/slug.js '/ /g' "process.env.JRUN_TASK_ID || process.env.TASK_FOLDER || process.env.RALPH_TASK_ID ? / +/g : / /g"
commit 'One dash for many blanks'
promise
