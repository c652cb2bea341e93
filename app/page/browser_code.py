"""Bokeh's and Panel's JavaScript for a notebook: from the installed packages, packed, in a cell's output.

Panel itself would write its three megabytes there twice, and only once a kernel: a cell that is run again
after its page was loaded anew would find no code. Here every output brings it; a page that has none takes it.
"""

from __future__ import annotations

import base64
import gzip
import json
from functools import cache

import bokeh
import panel as pn
from panel.io.notebook import load_notebook

_MIME = "application/javascript"
_CARRIER = "application/vnd.holoviews_load.v0+json"
"""What JupyterLab's extension of Panel takes for code; it then also listens for outputs that are removed."""

_UNPACK = """
(async () => {
  const isThere = bokeh => bokeh?.Panel && (bokeh.version === VERSION || bokeh.versions?.get(VERSION)?.Panel)
  if (isThere(window.Bokeh) || window.attentionArrowsUnpacks) return
  window.attentionArrowsUnpacks = true
  const bytes = Uint8Array.from(atob(PACKED), sign => sign.charCodeAt(0))
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  const make = properties => Object.assign(document.createElement('script'), properties)
  const options = make({ type: 'esms-options', textContent: '{"shimMode": true}' })  // as Panel sets it
  const script = make({ textContent: await new Response(unpacked).text() })
  document.head.append(options, script)
  for (let i = 0; i < 200 && !isThere(window.Bokeh); i++) await new Promise(done => setTimeout(done, 50))
  script.remove()
  delete window.attentionArrowsUnpacks
})()
"""


def publish() -> None:
    """Bring the code to the running cell's output, where a page without it takes it."""
    from IPython.display import publish_display_data

    carrier, unpacker = _code()
    publish_display_data({_CARRIER: carrier, _MIME: carrier})
    publish_display_data({_MIME: unpacker})


@cache
def _code() -> tuple[str, str]:
    """What carries messages, and what unpacks the rest; made by Panel, which writes them for itself."""
    from IPython.utils.capture import capture_output

    with capture_output(stdout=False, stderr=False, display=True):
        pn.extension()
    with capture_output(stdout=False, stderr=False, display=True) as captured:
        load_notebook(inline=True)
    scripts: list[str] = [output.data[_MIME] for output in captured.outputs if _MIME in output.data]
    *code, carrier = scripts
    return carrier, _unpacker("\n".join(code))


def _unpacker(code: str) -> str:
    packed = base64.b64encode(gzip.compress(code.encode(), mtime=0)).decode()
    version = bokeh.__version__.replace("rc", "-rc.").replace(".dev", "-dev.")
    return _UNPACK.replace("PACKED", json.dumps(packed)).replace("VERSION", json.dumps(version))
