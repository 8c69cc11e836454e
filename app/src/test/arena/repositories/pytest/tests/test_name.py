from calc import name


def test_name():
    assert name(" Anna ") == "anna"
