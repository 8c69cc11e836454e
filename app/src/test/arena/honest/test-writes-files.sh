# Repairs the code and adds a test that writes into its own folder.
# repository: pytest
sed -i '/def mul/,/return/s/a + b/a * b/' calc.py
cat > tests/test_files.py <<'END'
def test_files(tmp_path):
    (tmp_path / "sum.txt").write_text("5")
    assert (tmp_path / "sum.txt").read_text() == "5"
END
