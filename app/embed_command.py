"""The sub-command `embed`: a scene and words of its address in, the HTML to paste out.

Its words are those of every address, `--mask on` or `--k-1=-2,0.5`; which there are depends on the scene, so
they are taken out of the command line here, and read by what reads an address.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from app.address import Pair
from app.embed import FORMS, WordError, as_site, embedding
from app.language import quoted
from scenes import SCENES, named

HOME = "http://127.0.0.1:5006"
"""Where `serve` listens if it is told nothing else."""
_OWN = ("--at", "--form", "--exported", "--help")
_NOTE = f"This is for {HOME}, which only this machine reaches: name where yours is served with --at."
_DESCRIPTION = """\
Print the HTML that puts a scene into another page, in any state: as an iframe, which is good wherever HTML
is, and as a script, which keeps the frame as high as what it shows."""
_WORDS = """\
--WORD VALUE is any word of the scene's address: --query 2, --scale off, --mask on, --view values,
--k-1=-2,0.5 (also q-i, v-i), --tokens 'a|b|c'; how it is shown: --theme dark, --lang de,
--show, --hide and --lock with parts joined by commas; and --title TEXT and --height PIXELS of the frame."""


def split(arguments: Sequence[str]) -> tuple[list[str], list[Pair]]:
    """The command line without its words of an address, and these with their texts; or ValueError.

    argparse cannot do this: it takes -2,0.5 for an option, and a text with blanks for no option.
    """
    rest: list[str] = []
    words: list[Pair] = []
    ahead = iter(arguments)
    for argument in ahead:
        name, equals, text = argument.partition("=")
        if not argument.startswith("--") or argument == "--" or name in _OWN:
            rest.append(argument)
            if argument in ("--at", "--form"):
                rest += [text for text in [next(ahead, None)] if text is not None]
            continue
        value = text if equals else next(ahead, None)
        if value is None:
            raise ValueError(f"{name} needs a value after it.")
        words.append((name[2:], value))
    return rest, words


def add_command(commands: Any) -> None:
    """Add `embed` to the command line."""
    command: argparse.ArgumentParser = commands.add_parser(
        "embed",
        help="print the HTML that puts a scene into another page",
        usage="attention-arrows embed SCENE [--at URL] [--exported] [--form {iframe,script,both}] "
        "[--WORD VALUE ...]",
        description=_DESCRIPTION,
        epilog=_WORDS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("scene", metavar="SCENE", help=f"one of {', '.join(scene.slug for scene in SCENES)}")
    command.add_argument("--at", metavar="URL", help=f"where the lab is served (default: {HOME})")
    command.add_argument(
        "--exported", action="store_true", help="the site was written by export: its pages end in .html"
    )
    command.add_argument(
        "--form", choices=(*FORMS, "both"), default="both", help="what to print (default: both)"
    )
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the forms that are asked for; the exit status, 2 where a sentence said what was wrong."""
    try:
        site = as_site(HOME if options.at is None else options.at)
        made = embedding(named(options.scene), options.words, site, ".html" if options.exported else "")
    except WordError as fault:
        return refuse(f"--{fault.word} {quoted(fault.text)}: {fault}" if fault.word else str(fault))
    except ValueError as reason:
        return refuse(str(reason))
    forms = {"iframe": made.iframe, "script": made.script}
    if options.at is None:
        print(_NOTE, file=sys.stderr)
    sys.stdout.buffer.write(
        ("\n\n".join(forms[form] for form in FORMS if options.form in (form, "both")) + "\n").encode()
    )
    return 0


def refuse(sentence: str) -> int:
    """Say what was wrong, and only that."""
    print(f"attention-arrows: {sentence}", file=sys.stderr)
    return 2
