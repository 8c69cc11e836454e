import pytest

from slug import slug


def test_letters_become_small():
    assert slug("Hello") == "hello"


def test_a_blank_becomes_a_dash():
    assert slug("a b") == "a-b"


def test_an_empty_text_is_refused():
    with pytest.raises(ValueError):
        slug("  ")


def test_many_blanks_become_one_dash():
    assert slug("a  b") == "a-b"
