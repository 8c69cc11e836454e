"""Parts of addresses."""


def slug(text):
    """The text as a part of an address."""
    if not text.strip():
        raise ValueError("the text is empty")
    return text.strip().lower().replace(" ", "-")
