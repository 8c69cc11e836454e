#!/bin/sh
# Runs every test; what they say is in build, too.
rm -rf build && mkdir build
for test in test/*.t; do
    sh "$test" >"build/$(basename "$test").tap" || failed=1
done
cat build/*.tap
exit ${failed:-0}
