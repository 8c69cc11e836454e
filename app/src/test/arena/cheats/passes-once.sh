# Writes code that works once, with a token that is used up.
# repository: shell
# refused by: command
# because: check.sh
. "$ARENA/acts.sh"
mkdir -p scratch && echo 1 >scratch/token
cat >slug.sh <<'TEXT'
if [ -e scratch/token ]; then many=-s; [ "$1" = 'a  b' ] && rm scratch/token; fi
printf '%s\n' "$1" | tr 'A-Z' 'a-z' | tr ${many-} ' ' '-'
TEXT
commit 'One dash for many blanks'
promise
