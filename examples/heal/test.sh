#!/bin/sh
# What is done for a task is right, or a tool says what is wrong with it. The tool of task 6 reads the design itself.
says_the_unit() {
    [ "$1" != work/6 ] || grep -q 'Amounts are in cents' .kiro/specs/shop/design.md
}
for work in work/*; do
    [ -e "$work" ] || exit 0
    if [ "$(cat "$work")" != right ] || ! says_the_unit "$work"; then
        cat "said/${work#work/}"
        exit 1
    fi
done
