# Makes several commits.
# repository: java
. "$ARENA/acts.sh"
echo 'Many blanks become one dash.' >>README.md
commit 'Describe many blanks'
repair
commit 'One dash for many blanks'
echo 'Tabs stay.' >>README.md
commit 'Describe tabs'
promise
