"""A real JupyterLab: its server as a subprocess with folders of its own, its page as a person works in it."""

import os
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import nbformat
from playwright.sync_api import Locator, Page, expect

from tests.browser import lab
from tests.browser.serving import HOST, ROOT, ServerNotReadyError, free_port, get

START_SECONDS = 60.0
CELL_SECONDS = 60.0  # the first cell imports Panel
SETTINGS = {"@jupyterlab/apputils-extension/notification": '{"fetchNews": "false"}'}  # else it asks
FOLDERS = {
    "HOME": "home",
    "IPYTHONDIR": "ipython",
    "JUPYTER_CONFIG_DIR": "config",
    "JUPYTER_DATA_DIR": "data",
    "JUPYTER_RUNTIME_DIR": "runtime",
    "JUPYTERLAB_SETTINGS_DIR": "settings",
    "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
}
"""Where Jupyter and IPython would write into somebody's home."""
QUIET = (
    "--LabApp.news_url=",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.extension_manager=readonly",
    "--ServerApp.terminals_enabled=False",
)
"""What would ask an outside host, or start more than is needed."""


def environment(folder: Path) -> dict[str, str]:
    """The variables under which Jupyter keeps to a folder; and none of an editor around this one."""
    ours = {name: str(folder / place) for name, place in FOLDERS.items()}
    for place in ours.values():
        Path(place).mkdir(parents=True, exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("VSCODE_", "JUPYTER"))}
    return {**kept, **ours, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}


class Jupyter:
    """`python -m jupyterlab` on a port of its own, in temporary folders, reached by its token alone."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="attention-arrows-", ignore_cleanup_errors=True)
        self.folder = Path(self._folder.name)
        self.port = free_port()
        self._token = secrets.token_hex(16)
        self._output = self.folder / "jupyter.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def work(self) -> Path:
        """The folder that it shows, in which its kernels run."""
        return self.folder / "work"

    def write(self, name: str, *cells: str) -> str:
        """Put a notebook with these code cells there; where it is opened, in a workspace of its own."""
        book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(book, self.work / f"{name}.ipynb")
        host = f"http://{HOST}:{self.port}"
        return f"{host}/lab/workspaces/{name}/tree/{name}.ipynb?token={self._token}"

    def log(self) -> str:
        """All that it printed."""
        return self._output.read_text(errors="replace")

    def __enter__(self) -> Self:
        self.work.mkdir()
        variables = environment(self.folder)
        for name, text in SETTINGS.items():
            path = self.folder / "settings" / f"{name}.jupyterlab-settings"
            path.parent.mkdir(parents=True)
            path.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--ip={HOST}"]
        own = [f"--port={self.port}", "--ServerApp.port_retries=0", f"--IdentityProvider.token={self._token}"]
        with self._output.open("wb") as output:
            self._process = subprocess.Popen(
                [*command, *own, f"--ServerApp.root_dir={self.work}", *QUIET],
                cwd=self.work,
                env=variables,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        self._wait(self._process)
        return self

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        end = time.monotonic() + START_SECONDS
        while get(self.port, f"/api?token={self._token}", timeout=2.0) != 200:
            try:
                process.wait(0.1)
            except subprocess.TimeoutExpired:
                if time.monotonic() < end:
                    continue
            text = self.log()
            self.__exit__(None, None, None)
            raise ServerNotReadyError(f"JupyterLab did not start.\n{text}")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(20)  # it ends its kernels first
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._folder.cleanup()


class Notebook:
    """A notebook in JupyterLab as a person works in it: cells by their number, from 0."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.open(address)

    def open(self, address: str) -> None:
        """Open a notebook in this page, and come back when a cell can be run."""
        self.page.goto(address)
        self.wait_for_kernel()

    def wait_for_kernel(self) -> None:
        """Come back when a cell can be run."""
        status = self.page.locator("#jp-main-statusbar").get_by_text("| Idle")
        status.wait_for(timeout=CELL_SECONDS * 1000)

    def cells(self) -> Locator:
        """All cells."""
        return self.page.locator(".jp-Notebook .jp-Cell")

    def output(self, cell: int) -> Locator:
        """What stands under a cell."""
        return self.cells().nth(cell).locator(".jp-Cell-outputWrapper")

    def start(self, cell: int, code: str | None = None) -> None:
        """Have a cell run, with other code where some is given."""
        self.cells().nth(cell).locator(".cm-content").click()
        if code is not None:
            self.page.keyboard.press("ControlOrMeta+a")
            self.page.keyboard.insert_text(code)
        self.page.keyboard.press("Control+Enter")

    def run(self, cell: int, code: str | None = None) -> str:
        """Have a cell run to its end; the text under it."""
        self.start(cell, code)
        prompt = self.cells().nth(cell).locator(".jp-InputPrompt")
        lab.wait_until(self.page, lambda: "*" not in prompt.inner_text(), timeout=CELL_SECONDS)
        return self.output(cell).inner_text()

    def show(self, cell: int, code: str | None = None) -> Locator:
        """Have a cell run that shows a lab; the output, with the lab ready in it."""
        self.run(cell, code)
        output = self.output(cell)
        lab.wait_ready(output)
        expect(output.locator("[data-lab]")).to_have_count(1)
        return output

    def restart(self) -> None:
        """Restart the kernel by the toolbar's button."""
        self.page.locator(".jp-NotebookPanel-toolbar").get_by_title("Restart the kernel").first.click()
        self.page.get_by_role("button", name="Confirm Kernel Restart").click()
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        self.wait_for_kernel()

    def save(self) -> None:
        """Save by the keys, wherever the focus is, and come back when it is saved."""
        with self.page.expect_response(
            lambda answer: answer.request.method == "PUT" and "/api/contents/" in answer.url
        ):
            self.page.keyboard.press("ControlOrMeta+s")

    def choose_theme(self, name: str) -> None:
        """Choose a theme by the menu."""
        self.page.get_by_role("menuitem", name="Settings", exact=True).click()
        labels = self.page.locator(".lm-Menu-itemLabel")
        labels.get_by_text("Theme", exact=True).hover()
        labels.get_by_text(name, exact=True).click()
