"""Tests that drive real browsers against a real server: Chromium here, Firefox in the folder of that name."""
