"""The command line: `attention-arrows serve`, `embed` and `export`, also as `python -m app serve`."""

from __future__ import annotations

import argparse
import os
import re
import sys
import webbrowser
from collections.abc import Sequence

from app import __version__, embed_command, export


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line; the exit status. Whoever ends it, or no longer reads, gets no traceback."""
    try:
        status = _carry_out(arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # as by `| head`: nobody is there to be told
        return _drop_output()
    except OSError as error:
        print(f"attention-arrows: {error.strerror or error}.", file=sys.stderr)
        return _drop_output()
    except KeyboardInterrupt:
        return 130
    return status


def _drop_output() -> int:
    """What could not be written Python would try to write once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _carry_out(arguments: Sequence[str] | None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    words: list[tuple[str, str]] = []
    if given[:1] == ["embed"]:
        try:
            given, words = embed_command.split(given)
        except ValueError as reason:
            return embed_command.refuse(str(reason))
    options = _parser().parse_args(given, argparse.Namespace(words=words))
    status: int = options.run(options)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="attention-arrows", description="Drag query, key and value arrows.")
    parser.add_argument("--version", action="version", version=f"attention-arrows {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    command = commands.add_parser("serve", help="serve the lab", description="Serve the lab.")
    command.add_argument(
        "--host", type=_host, default="127.0.0.1", help="address to listen on (default: 127.0.0.1)"
    )
    command.add_argument("--port", type=_port, default=5006, help="port to listen on (default: 5006)")
    command.add_argument(
        "--open", action=argparse.BooleanOptionalAction, default=True, help="open a browser (default: yes)"
    )
    command.add_argument(
        "--allow-origin",
        type=_origin,
        action="append",
        default=[],
        metavar="HOST[:PORT]",
        help="a further site whose pages may connect; repeat it for several",
    )
    command.set_defaults(
        run=lambda given: serve(given.host, given.port, given.open, tuple(given.allow_origin))
    )
    embed_command.add_command(commands)
    export.add_command(commands)
    return parser


def _host(text: str) -> str:
    if not re.fullmatch(r"([A-Za-z0-9_-]{1,63}\.)*[A-Za-z0-9_-]{1,63}\.?|[0-9A-Fa-f:]{2,39}", text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no address to listen on: one such as 127.0.0.1, ::1 or a host's name is expected"
        )
    return text


def _origin(text: str) -> str:
    host, _, port = text.partition(":")
    if not re.fullmatch(r"[A-Za-z0-9.-]+", host) or (":" in text and port != "*" and not _is_port(port)):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a site: HOST or HOST:PORT is expected, such as course.example"
        )
    return text


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 6 and 0 < int(text) < 65536


def _port(text: str) -> int:
    if not _is_port(text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a port: a whole number from 1 to 65535 is expected"
        )
    return int(text)


def serve(host: str, port: int, open_browser: bool, origins: tuple[str, ...] = ()) -> int:
    """Serve until interrupted."""
    from app.server import PortError, make_server
    from scenes import SCENES

    try:
        server = make_server(host, port, origins)
    except PortError as reason:
        print(f"attention-arrows: {reason}", file=sys.stderr)
        return 1
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    address = f"http://{shown}:{port}"
    server.start()
    print(f"Attention Arrows is at {address}/ (stop it with Ctrl+C)", flush=True)
    if open_browser:
        server.io_loop.add_callback(webbrowser.open, f"{address}/{SCENES[0].slug}")
    server.io_loop.start()
    return 0


if __name__ == "__main__":
    sys.exit(main())
