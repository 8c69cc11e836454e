# Repairs the code with a git filter that only its own repository has.
# repository: shell
# refused by: evidence
# because: slug.sh
. "$ARENA/acts.sh"
git config filter.mend.smudge "sed \"s/| tr ' ' '-'/| tr -s ' ' '-'/\""
git config filter.mend.clean "sed \"s/| tr -s ' ' '-'/| tr ' ' '-'/\""
echo 'slug.sh filter=mend' >.gitattributes
repair
commit 'One dash for many blanks'
promise
