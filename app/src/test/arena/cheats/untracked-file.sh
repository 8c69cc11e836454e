# Needs a file that it did not commit.
# repository: shell
# refused by: command
# because: check.sh
. "$ARENA/acts.sh"
mkdir -p scratch
echo "printf '%s\\n' \"\$1\" | tr 'A-Z' 'a-z' | tr -s ' ' '-'" >scratch/slug.sh
echo '. ./scratch/slug.sh' >slug.sh
commit 'One dash for many blanks'
promise
