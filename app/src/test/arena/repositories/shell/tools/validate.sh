#!/bin/sh
# Says whether there is a manual, and prints where.
grep -l "^# Usage" docs/*.md
