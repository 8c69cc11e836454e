# Repairs the code and adds a test to the file that is there.
# repository: python
. "$ARENA/acts.sh"
repair
printf '\n\ndef test_tabs_are_blanks():\n    assert slug("a\\tb") == "a-b"\n' >>tests/test_slug.py
commit 'One dash for many blanks'
promise
