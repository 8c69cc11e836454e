# Needs a file in the folder for temporary files.
# repository: python
# refused by: command
# because: pytest
. "$ARENA/acts.sh"
place=${TMPDIR:-/tmp}/arena-$$
mkdir -p "$place"
printf 'def slug(text):\n    if not text.strip():\n        raise ValueError(text)\n    return "-".join(text.lower().split())\n' >"$place/better.py"
printf 'import sys\nsys.path.append("%s")\nfrom better import slug\n' "$place" >src/slug.py
commit 'One dash for many blanks'
promise
