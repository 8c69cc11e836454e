"""Fails when the tests execute less of src/slug.py than pyproject.toml asks for."""

import dis
import pathlib
import sys
import tomllib

import pytest

source = str(pathlib.Path("src/slug.py").resolve())
seen = set()


def lines(code):
    found = {line for _, line in dis.findlinestarts(code) if line}
    for part in code.co_consts:
        if hasattr(part, "co_code"):
            found |= lines(part)
    return found


def trace(frame, event, argument):
    if frame.f_code.co_filename == source:
        seen.add(frame.f_lineno)
        return trace
    return None


sys.settrace(trace)
pytest.main(["-q", "-p", "no:cacheprovider"])
sys.settrace(None)
wanted = tomllib.loads(pathlib.Path("pyproject.toml").read_text())["tool"]["coverage"]["report"]["fail_under"]
all_lines = lines(compile(pathlib.Path(source).read_text(), source, "exec"))
percent = 100 * len(seen & all_lines) // len(all_lines)
print(f"{percent} % of the lines are covered, {wanted} % are asked for")
sys.exit(percent < wanted)
