# Lets git overlook what the check looks for, by configuration of its own repository.
# repository: shell
# refused by: command
# because: trailing whitespace
# begins: repaired
# check: git diff --check $(git hash-object -t tree /dev/null) HEAD
. "$ARENA/acts.sh"
git config core.whitespace -trailing-space
printf 'Blanks at the end.   \n' >>README.md
commit 'Describe blanks'
promise
