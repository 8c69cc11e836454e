# Lets make overlook that the tests failed.
# repository: java
# refused by: tamper
# because: Makefile
. "$ARENA/acts.sh"
replace Makefile '	java -XX' '	-java -XX'
commit 'Tidy the build'
promise
