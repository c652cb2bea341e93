"""How the tests' own browsers are found: the named one, the first that starts, or a sentence."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import browsers
from tests.browser.browsers import CHROMIUM, FIREFOX, NoBrowserError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="browsers are stood in for by shell scripts here")


@pytest.fixture(autouse=True)
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine with neither a browser nor a way to get one."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("FIREFOX", raising=False)
    browsers._find.cache_clear()
    yield
    browsers._find.cache_clear()


def put(folder: Path, name: str, code: int) -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\nexit {code}\n")
    path.chmod(0o755)
    return path


def test_the_first_that_starts_is_taken(tmp_path: Path) -> None:
    put(tmp_path, "firefox", 1)  # a stub that says how to get one
    good = put(tmp_path, "firefox-esr", 0)
    assert FIREFOX.find() == FIREFOX.install() == good


def test_the_named_one_is_taken_or_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, "firefox", 0)
    other = put(tmp_path, "other", 0)
    monkeypatch.setenv("FIREFOX", str(other))
    assert FIREFOX.find() == other
    browsers._find.cache_clear()
    monkeypatch.setenv("FIREFOX", str(put(tmp_path, "broken", 1)))
    for bring in (FIREFOX.find, FIREFOX.install):
        with pytest.raises(NoBrowserError, match=r"FIREFOX=.*broken is not a browser that starts"):
            bring()


def test_none_is_an_error_that_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert browsers.main(["--install", "firefox"]) == 1
    assert "install one, or name one in the variable FIREFOX, or leave" in capsys.readouterr().err


def test_firefox_alone_can_be_left_out_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FIREFOX", "none")
    monkeypatch.setenv("CHROMIUM", "none")
    assert FIREFOX.is_left_out
    assert not CHROMIUM.is_left_out
    assert browsers.main(["--install", "firefox"]) == 0
    assert capsys.readouterr().out == "Firefox: left out by FIREFOX=none, its tests do not run\n"
