# Adds a dependency to the project file.
# repository: python
. "$ARENA/acts.sh"
repair
replace pyproject.toml 'dependencies = []' 'dependencies = ["regex>=2024"]'
commit 'One dash for many blanks'
promise
