"""The command line: what is wrong in it gets one clear sentence, and the status says so."""

import socket

import pytest

from app import __version__
from app.__main__ import main


@pytest.mark.parametrize("port", ["0", "65536", "-1", "abc", "80.5", "", "٨٠"])
def test_a_bad_port_is_named(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as status:
        main(["serve", f"--port={port}"])
    assert status.value.code == 2
    assert f"{port!r} is not a port: a whole number from 1 to 65535 is expected" in capsys.readouterr().err


@pytest.mark.parametrize("origin", ["http://course.example", "a b", "course.example/path", "", "<b>"])
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
