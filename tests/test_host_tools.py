"""How the tests' course sites are built: snippets in their places, a clear word where a program lacks."""

from pathlib import Path

import pytest

from tests.hosts import tools
from tests.hosts.sites import COMMANDS, SOURCES, filled


def test_a_snippet_takes_the_place_of_its_name_as_far_in() -> None:
    source = ".. raw:: html\n\n   IFRAME\n\nAn IFRAME in a sentence."
    assert filled(source, {"IFRAME": "<a>\n<b>\n"}) == (
        ".. raw:: html\n\n   <a>\n   <b>\n\nAn IFRAME in a sentence.\n"
    )


@pytest.mark.parametrize("host", COMMANDS)
def test_each_source_has_a_place_for_both_forms(host: str) -> None:
    pages = [*(SOURCES / host).rglob("*.md"), *(SOURCES / host).rglob("*.rst")]
    [lines] = [[line.strip() for line in page.read_text(encoding="utf-8").splitlines()] for page in pages]
    assert lines.count("IFRAME") == lines.count("SCRIPT") == 1


def test_a_program_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools, "BIN", tmp_path)
    with pytest.raises(tools.NoToolsError, match=r"mkdocs is not in .*: run `make test`"):
        tools.tool("mkdocs")


def test_what_was_installed_for_other_requirements_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "installed.txt").write_text("mkdocs>=1.5", encoding="utf-8")
    monkeypatch.setattr(tools, "STAMP", tmp_path / "installed.txt")
    assert not tools.is_installed()
