"""`attention-arrows export`: what a site holds, that it is the same twice, and what is refused."""

import base64
import gzip
import hashlib
import io
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import bokeh
import pytest
from bokeh.core.properties import Int
from bokeh.model import DataModel
from bokeh.models import ColumnDataSource

from app import runtime
from app.__main__ import main
from app.export import MARK, write
from app.language import codes
from app.page import site
from app.page.alone import figures
from scenes import SCENES
from tests import architecture
from tests.browser.runtime import find
from tests.browser.serving import ROOT

ADDRESS = re.compile(r"""(?:href|src)="([^"]*)\"""")
PAGES = [f"{scene.slug}.html" for scene in SCENES]


@cache
def whole() -> dict[str, bytes]:
    """The site with a runtime of its own."""
    return site.make(source=find())


def said(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What the command refuses with."""
    assert main(["export", *arguments]) == 1
    told = capsys.readouterr()
    assert not told.out
    return told.err.strip()


def pages(files: dict[str, bytes]) -> Iterator[tuple[str, str]]:
    return ((name, body.decode()) for name, body in files.items() if name.endswith(".html"))


def data_of(html: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="alone">(.*?)</script>', html, re.DOTALL)
    assert found
    data: dict[str, object] = json.loads(found[1])
    return data


# --- what it holds ------------------------------------------------------------------------------


def test_there_is_a_page_for_every_scene_in_every_language_and_an_index() -> None:
    folders = ["" if code == "en" else f"{code}/" for code in codes()]
    wanted = {f"{folder}{name}" for folder in folders for name in [*PAGES, "index.html"]}
    assert {name for name, _ in pages(whole())} == wanted


def test_every_address_is_relative_and_leads_to_a_file_of_the_site() -> None:
    for name, html in pages(whole()):
        for address in ADDRESS.findall(html):
            path = address.split("?")[0].split("#")[0]
            assert not re.match(r"\w+:|/", path), f"{name}: {address}"
            target = (Path("/", name).parent / path).resolve() if path else Path("/", name)
            assert target.as_posix()[1:] in whole(), f"{name}: {address}"


def test_what_the_worker_fetches_is_there_under_the_hash_that_it_is_checked_by() -> None:
    for name, html in pages(whole()):
        if name.endswith("index.html"):
            continue
        data = data_of(html)
        assert data["host"] is None
        for file in data["files"]:  # type: ignore[attr-defined]
            body = whole()[(Path("/", name).parent / file["url"]).resolve().as_posix()[1:]]
            assert len(body) == file["size"]
            digest = base64.b64encode(hashlib.sha256(body).digest()).decode()
            assert file["integrity"] == f"sha256-{digest}"


def test_without_a_folder_one_host_is_asked_for_the_pinned_versions() -> None:
    data = data_of(site.make(["cat-sat"])["cat-sat.html"].decode())
    outside = [file["url"] for file in data["files"] if "://" in file["url"]]  # type: ignore[attr-defined]
    assert len(outside) == len(runtime.FILES) == len(data["files"]) - 1  # type: ignore[arg-type]
    assert {url.split("/")[2] for url in outside} == {data["host"]} == {"cdn.jsdelivr.net"}
    assert all("0.27.7" in url for url in outside)
    assert "numpy-2.0.2-" in outside[-1]


def test_only_the_chosen_scenes_are_there_and_linked_to() -> None:
    files = site.make(["scaling", "cat-sat"])
    assert {name for name, _ in pages(files) if "/" not in name} == {
        "cat-sat.html",
        "index.html",
        "scaling.html",
    }
    for _, html in pages(files):
        assert not {"river-bank.html", "causal-mask.html"} & set(ADDRESS.findall(html))


SNIPPETS = {"app.embed", "app.embed_command"}  # know no Panel, but no page asks for them


def test_the_worker_gets_the_inner_half_and_nothing_that_knows_panel() -> None:
    (name,) = (name for name in whole() if name.startswith("assets/lab.") and name.endswith(".zip"))
    held = set(zipfile.ZipFile(io.BytesIO(whole()[name])).namelist())
    inner = {
        path.relative_to(ROOT).as_posix()
        for module, path in architecture.sources(ROOT).items()
        if not architecture.is_outer(module) and module not in SNIPPETS
    }
    assert {name for name in held if name.startswith(("app/", "scenes/")) and name.endswith(".py")} == inner
    assert {"app/words/en.toml", "param/parameterized.py"} <= held


def test_bokeh_s_script_and_the_figures_are_of_one_version() -> None:
    (name,) = (name for name in whole() if name.startswith("assets/bokeh."))
    assert f'"{bokeh.__version__}"'.encode() in whole()[name]
    assert data_of(whole()["cat-sat.html"].decode())["figures"]["version"] == bokeh.__version__  # type: ignore[index]


def test_the_worker_tells_its_python_of_the_pinned_version() -> None:
    worker = (ROOT / "static" / "worker.js").read_text(encoding="utf-8")
    assert re.findall(r"version: '([\d.]+)'", worker) == [runtime.PYODIDE]
    assert "cp312" in runtime.FILES[-1].name
    assert re.findall(r"python: '(\d+\.\d+)\.", worker) == ["3.12"]


def test_it_is_small_enough_to_copy_anywhere() -> None:
    assert sum(min(len(body), len(gzip.compress(body, 9))) for body in whole().values()) <= 12e6


def test_the_script_for_other_pages_asks_for_pages_that_are_there() -> None:
    script = whole()["embed.js"].decode()
    assert "const ENDING = '.html'" in script
    assert "(scene) + ENDING" in script


def test_texts_cannot_end_the_element_that_holds_them() -> None:
    for _, html in pages(whole()):
        assert html.count("<script") == html.count("</script>")


# --- the same bytes -----------------------------------------------------------------------------


def test_what_else_is_in_the_process_changes_nothing() -> None:
    before = figures(SCENES[0])

    class Stray(DataModel):  # type: ignore[misc]
        """A model of somebody else's."""

        number = Int()

    ColumnDataSource()  # moves Bokeh's own count of models on
    assert figures(SCENES[0]) == before


def test_a_second_build_in_this_process_and_one_in_another_give_the_same_bytes(tmp_path: Path) -> None:
    assert site.make(source=find()) == whole()
    command = [sys.executable, "-m", "app", "export", str(tmp_path / "out"), "--runtime", str(find())]
    environment = {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "PATH": ""}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, timeout=120)
    names = {path.relative_to(tmp_path / "out").as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert names == {*whole(), MARK}
    for name, body in whole().items():
        assert (tmp_path / "out" / name).read_bytes() == body, name


# --- writing it ---------------------------------------------------------------------------------


def test_a_folder_that_is_not_ours_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    assert said([str(tmp_path)], capsys) == (
        f"attention-arrows: {tmp_path} is not empty and no earlier export: choose an empty or a new folder."
    )
    (tmp_path / MARK).write_text('{"files": 3}')
    assert "no earlier export" in said([str(tmp_path)], capsys)
    assert sorted(path.name for path in tmp_path.iterdir()) == [MARK, "thesis.txt"]


def test_a_new_export_replaces_the_old_one_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "out"
    write(folder, {"a.html": b"1", "assets/b.js": b"2"})
    (folder / "mine.txt").write_text("mine")
    (tmp_path / "outside").write_text("kept")
    mark = json.loads((folder / MARK).read_text())
    mark["files"]["../../outside"] = ""
    (folder / MARK).write_text(json.dumps(mark))
    write(folder, {"a.html": b"3"})
    assert (folder / "a.html").read_bytes() == b"3"
    assert not (folder / "assets" / "b.js").exists()
    assert (folder / "mine.txt").exists()
    assert (tmp_path / "outside").exists()


def test_a_file_where_a_folder_should_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "out").write_text("")
    assert said([str(tmp_path / "out")], capsys) == (
        f"attention-arrows: {tmp_path / 'out'} is a file: a folder is expected."
    )
    assert "Not a directory" in said([str(tmp_path / "out" / "deeper")], capsys)


# --- what is refused ----------------------------------------------------------------------------


def test_an_unknown_scene_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said([str(tmp_path), "--scene", "cat"], capsys) == (
        "attention-arrows: There is no scene “cat”: "
        f"one of {', '.join(scene.slug for scene in SCENES)} is expected."
    )
    assert not list(tmp_path.iterdir())


def test_a_folder_without_a_runtime_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = said([str(tmp_path / "out"), "--runtime", str(tmp_path / "none")], capsys)
    assert told == (
        f"attention-arrows: {tmp_path / 'none'} has no pyodide.js that can be read "
        "(No such file or directory): an unpacked Pyodide 0.27.7 distribution is expected."
    )


def test_another_version_of_one_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for pinned, body in runtime.checked(find()):
        (tmp_path / pinned.name).write_bytes(body if pinned.name != "python_stdlib.zip" else body + b"\0")
    told = said([str(tmp_path / "out"), "--runtime", str(tmp_path)], capsys)
    assert told.startswith(
        f"attention-arrows: {tmp_path / 'python_stdlib.zip'} is not the file of Pyodide 0.27.7"
    )
    assert not (tmp_path / "out").exists()


def test_an_unknown_option_shows_how_it_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as status:
        main(["export", "out", "--runtimes", "x"])
    assert status.value.code == 2
    assert "usage: attention-arrows" in capsys.readouterr().err
