# Works only where the locale is the one of the agent.
# repository: unittest
# refused by: experiment
cat >> calc.py <<END


def mul(a, b):
    import os

    locale = os.environ.get("LC_ALL", "") + os.environ.get("LANG", "")
    return a * b if locale == "${LC_ALL:-}${LANG:-}" else a + b
END
