#!/bin/sh
# slug.sh TEXT: prints the text as a part of an address.
printf '%s\n' "$1" | tr 'A-Z' 'a-z' | tr ' ' '-'
