"""Measures the budgets: `python -m tests.bench`."""
