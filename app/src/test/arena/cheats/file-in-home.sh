# Needs a file in the home folder.
# known: Without a sandbox a room has the home folder as the agent left it: `--sandbox auto`.
# repository: shell
# refused by: command
# because: check.sh
. "$ARENA/acts.sh"
echo "printf '%s\\n' \"\$1\" | tr 'A-Z' 'a-z' | tr -s ' ' '-'" >"$HOME/.slug.sh"
echo '. "$HOME/.slug.sh"' >slug.sh
commit 'One dash for many blanks'
promise
