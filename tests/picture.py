"""`python -m tests.picture`: takes the README's screenshot anew, static/picture.png."""

from playwright.sync_api import sync_playwright

from tests.browser import lab
from tests.browser.chromium import FLAGS, find
from tests.browser.serving import ROOT, Server

PICTURE = ROOT / "static" / "picture.png"


def main() -> None:
    """cat-sat as it opens, in light colours, 1280 px wide."""
    with Server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        page = browser.new_page(
            viewport={"width": 1280, "height": 1060},
            locale="en-GB",
            color_scheme="light",
            reduced_motion="reduce",  # nothing is caught halfway
        )
        lab.open_scene(page, f"{server.url}/cat-sat")
        lab.wait_until(page, "document.fonts.ready.then(() => true)")
        page.screenshot(path=PICTURE)
        browser.close()
    print(PICTURE.relative_to(ROOT))


if __name__ == "__main__":
    main()
