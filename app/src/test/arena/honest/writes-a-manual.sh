# Writes the file that is asked for.
# repository: shell
# begins: repaired
# asks for: docs/usage.md
. "$ARENA/acts.sh"
mkdir docs
printf '# Usage\n\nsh slug.sh TEXT\n' >docs/usage.md
commit 'Write the manual'
promise
