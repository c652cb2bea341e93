"""The command line: what is wrong in it gets one clear sentence, and the status says so."""

import re
import socket
import subprocess
import sys

import pytest

from app import __version__
from app.__main__ import main
from scenes import SCENES


@pytest.mark.parametrize("port", ["0", "65536", "-1", "abc", "80.5", "", "٨٠"])
def test_a_bad_port_is_named(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as status:
        main(["serve", f"--port={port}"])
    assert status.value.code == 2
    assert f"{port!r} is not a port: a whole number from 1 to 65535 is expected" in capsys.readouterr().err


@pytest.mark.parametrize("host", ["", " ", "a b", "x" * 64, "http://lab.example", "[::1]", "<b>", "lab/1"])
def test_a_bad_host_is_named(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as status:
        main(["serve", f"--host={host}"])
    assert status.value.code == 2
    assert f"{host!r} is no address to listen on" in capsys.readouterr().err


BAD_ORIGINS = [
    "http://course.example",
    "a b",
    "course.example/path",
    "",
    "<b>",
    "course.example:99999",
    "x:0",
]


@pytest.mark.parametrize("origin", BAD_ORIGINS)
def test_a_bad_origin_is_named(origin: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as status:
        main(["serve", f"--allow-origin={origin}"])
    assert status.value.code == 2
    assert f"{origin!r} is not a site" in capsys.readouterr().err


def test_a_taken_port_gets_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port), "--no-open"]) == 1
    said = capsys.readouterr().err.strip()
    assert said == (
        f"attention-arrows: Port {port} on 127.0.0.1 is taken: stop what listens there, "
        "or choose another with --port."
    )


def test_no_command_shows_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as status:
        main([])
    assert status.value.code == 2
    assert "usage: attention-arrows" in capsys.readouterr().err


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as status:
        main(["--version"])
    assert status.value.code == 0
    assert capsys.readouterr().out.strip() == f"attention-arrows {__version__}"


def test_embed_prints_both_forms(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["embed", "cat-sat", "--mask", "on", "--query", "2", "--at", "https://lab.example/"]) == 0
    said = capsys.readouterr()
    iframe, script = said.out.split("\n\n")
    assert 'src="https://lab.example/cat-sat?embed=1&amp;mask=on&amp;query=2"' in iframe
    assert 'data-scene="cat-sat" data-mask="on" data-query="2"' in script
    assert said.err == ""


@pytest.mark.parametrize("form", ["iframe", "script"])
def test_embed_prints_one_form_alone(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["embed", "scaling", f"--form={form}", "--at", "https://lab.example"]) == 0
    assert re.findall(r"<(iframe|script)\b", capsys.readouterr().out) == [form]


def test_embed_knows_an_exported_site(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["embed", "cat-sat", "--exported", "--mask", "on", "--at", "https://lab.example/site/"]) == 0
    out = capsys.readouterr().out
    assert 'src="https://lab.example/site/cat-sat.html?embed=1&amp;mask=on"' in out
    assert 'href="https://lab.example/site/cat-sat.html?mask=on"' in out
    assert 'src="https://lab.example/site/embed.js" data-scene="cat-sat"' in out


def test_embed_says_whom_its_own_address_serves(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["embed", "cat-sat"]) == 0
    said = capsys.readouterr()
    assert "http://127.0.0.1:5006/cat-sat?embed=1" in said.out
    assert "only this machine reaches" in said.err


def test_embed_takes_values_that_look_like_options_or_hold_blanks(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--k-1", "-2,0.5", "--tokens=a b|--c|d=e", "--title", "-"]
    assert main(["embed", *words, "cat-sat", "--at=https://lab.example"]) == 0
    out = capsys.readouterr().out
    assert "cat-sat?embed=1&amp;k-1=-2,0.5&amp;tokens=a+b|--c|d%3De" in out
    assert 'title="-"' in out


REFUSED = {
    "--mask maybe": "--mask “maybe”: on or off is expected, not “maybe”.",
    "--query 6": "--query “6”: a row from 0 to 5 is expected, not “6”.",
    "--at lab": "“lab” is not where a lab can be: one such as https://lab.example is expected.",
    "--mask": "--mask needs a value after it.",
    "--mask on --mask off": "--mask “off”: this word has been given already, as “on”.",
    "--height 20": "--height “20”: a whole number of pixels from 120 to 5000 is expected.",
}


@pytest.mark.parametrize("words", REFUSED)
def test_embed_refuses_in_one_sentence(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["embed", "cat-sat", *words.split()]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"attention-arrows: {REFUSED[words]}\n")


def test_embed_names_the_scenes_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["embed", "dog-sat"]) == 2
    slugs = ", ".join(scene.slug for scene in SCENES)
    assert f"There is no scene “dog-sat”: one of {slugs} is expected." in capsys.readouterr().err


PRINTS = [sys.executable, "-m", "app", "embed", "cat-sat", "--at", "https://lab.example"]


def test_who_stops_reading_gets_no_traceback() -> None:
    with subprocess.Popen(PRINTS, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


@pytest.mark.skipif(sys.platform != "linux", reason="there is no such device elsewhere")
def test_a_full_disk_is_a_sentence() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(PRINTS, stdout=full, stderr=subprocess.PIPE, timeout=60)
    assert done.stderr.decode() == "attention-arrows: No space left on device.\n"
    assert done.returncode == 1
