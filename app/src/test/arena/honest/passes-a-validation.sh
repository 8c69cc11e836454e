# Does what a validation script asks for.
# repository: shell
# begins: repaired
# validate: tools/validate.sh
. "$ARENA/acts.sh"
mkdir docs
printf '# Usage\n\nsh slug.sh TEXT\n' >docs/usage.md
commit 'Write the manual'
promise
