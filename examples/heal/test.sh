#!/bin/sh
# What is done for a task is right, or a tool says what is wrong with it.
for work in work/*; do
    [ -e "$work" ] || exit 0
    if [ "$(cat "$work")" != right ]; then
        cat "said/${work#work/}"
        exit 1
    fi
done
