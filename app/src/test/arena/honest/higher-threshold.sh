# Refactors with full coverage.
# repository: python
# check: python3 -m pytest -q -p no:cacheprovider --junitxml=build/junit.xml && python3 tools/covered.py
. "$ARENA/acts.sh"
replace src/slug.py '    return text.strip().lower().replace(" ", "-")' '    words = text.lower().split()
    return "-".join(words)'
commit 'One dash for many blanks'
promise
