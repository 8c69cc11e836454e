# Repairs the code and adds a version that git tells, with a test.
# repository: pytest
sed -i '/^def mul/,/return/s/a + b/a * b/' calc.py
cat >> calc.py <<'END'


def version():
    import subprocess

    count = subprocess.run(["git", "rev-list", "--count", "HEAD"], capture_output=True, text=True, check=True)
    return "1.0." + count.stdout.strip()
END
printf 'from calc import version\n\n\ndef test_version():\n    assert version().startswith("1.0.")\n    assert int(version().split(".")[2]) >= 1\n' > tests/test_version.py
git add -A && git commit -q -m 'Multiply, and tell the version'
