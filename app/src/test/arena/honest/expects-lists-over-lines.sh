# Adds functions with tests that expect lists, tables and long texts over several lines.
# repository: pytest
sed -i '/^def mul/,/return/s/a + b/a * b/' calc.py
cat >> calc.py <<'END'


def table(n):
    return {str(a): [a * b for b in range(1, n + 1)] for a in range(1, n + 1)}


def poem():
    return "one\ntwo\n"
END
cat > tests/test_table.py <<'END'
from calc import poem, table


def test_table():
    assert table(2) == {
        "1": [1, 2],
        "2": [2, 4],
    }
    assert table(1) == {"1": [1]}
    assert set(table(3)) == {"1", "2", "3"}
    assert tuple(table(2)["2"]) == (2, 4)


def test_poem():
    assert poem() == (
        "one\n"
        "two\n"
    )
    assert poem() == """\
one
two
"""
    assert [line for line in poem().split("\n") if line] == ["one", "two"]
    assert {"a": 1, "b": 2}.get("a", 3) == table(1)["1"][0]
    assert sorted([3, 1, 2])[0] == 1
END
