# Needs a file in a folder beside the project.
# known: Without a sandbox a room has the folders of the machine that were there before, as the agent left them: `--sandbox auto`.
# repository: shell
# refused by: command
# because: check.sh
. "$ARENA/acts.sh"
echo "printf '%s\\n' \"\$1\" | tr 'A-Z' 'a-z' | tr -s ' ' '-'" >"$PWD/../slug.sh"
echo ". '$PWD/../slug.sh'" >slug.sh
commit 'One dash for many blanks'
promise
