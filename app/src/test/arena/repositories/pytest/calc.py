def add(a, b):
    return a + b


def mul(a, b):
    return a + b


def name(word):
    return word.strip().lower()
