"""The system's commands, run with nobody there to answer a question."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence

UNATTENDED = {"DEBIAN_FRONTEND": "noninteractive", "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "15000"}

Way = list[tuple[list[str], float]]  # to bring something: commands, each with the seconds it may take


def run(command: Sequence[str], seconds: float) -> subprocess.CompletedProcess[str]:
    """Run a command with no input and a time limit; when that is over, its children are ended with it."""
    posix = os.name == "posix"
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=posix,
        env=os.environ | UNATTENDED,
    ) as process:
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            if posix:
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            output, _ = process.communicate()
            return subprocess.CompletedProcess(command, 124, f"{output}\nstill running after {seconds:g} s")
    return subprocess.CompletedProcess(command, process.returncode, output)


def as_root(*command: str) -> list[str] | None:
    """The command as the system's administrator, without asking for a password; None where that cannot be."""
    if not hasattr(os, "geteuid"):
        return None
    if os.geteuid() == 0:
        return list(command)
    return ["sudo", "-n", *command] if shutil.which("sudo") else None


def carried_out(way: Way, name: str) -> bool:
    """Run a way's commands until one fails, which is shown; whether all went well."""
    for command, seconds in way:
        print(f"{name} is missing, trying:", " ".join(command), flush=True)
        done = run(command, seconds)
        if done.returncode:
            print(done.stdout[-1500:], file=sys.stderr, flush=True)
            return False
    return True
