# Renames the code, and leaves the old name to those who use it.
# repository: node
. "$ARENA/acts.sh"
repair
git mv src/slug.js src/address.js
echo "module.exports = require('./address.js');" >src/slug.js
commit 'One dash for many blanks; the module is called address'
promise
