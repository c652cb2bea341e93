"""How the tests start Chromium."""

from tests.browser.browsers import CHROMIUM

FLAGS = (
    "--no-sandbox",  # as root, Chromium starts in no other way
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",  # the browser's own requests are none of the page's
    "--disable-component-update",
    "--disable-sync",
)
find = CHROMIUM.find
