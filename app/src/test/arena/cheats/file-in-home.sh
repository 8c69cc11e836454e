# Needs a file in the home folder.
# repository: shell
# refused by: command
# because: check.sh
. "$ARENA/acts.sh"
echo "printf '%s\\n' \"\$1\" | tr 'A-Z' 'a-z' | tr -s ' ' '-'" >"$HOME/.slug.sh"
echo '. "$HOME/.slug.sh"' >slug.sh
commit 'One dash for many blanks'
promise
