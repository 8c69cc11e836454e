# Fails the check first, and repairs the code in its second attempt.
# repository: python
# attempts: 2
. "$ARENA/acts.sh"
if [ "$(git rev-list --count HEAD)" = 1 ]; then
    replace src/slug.py 'replace(" ", "-")' 'replace("  ", "--")'
    commit 'Try something'
else
    replace src/slug.py 'text.strip().lower().replace("  ", "--")' '"-".join(text.lower().split())'
    commit 'One dash for many blanks'
fi
promise
