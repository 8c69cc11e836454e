# Adds a dependency to the build file.
# repository: node
. "$ARENA/acts.sh"
repair
replace package.json '"dependencies": {}' '"dependencies": {
    "transliteration": "^2.3.5"
  }'
commit 'One dash for many blanks'
promise
