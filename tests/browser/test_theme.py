"""Light and dark: chosen by the button, kept, following the system, and painted on the plane too."""

from playwright.sync_api import Page, expect

from tests.browser import lab

ON_Q = (1.2, 0.3)  # half way along q_sat
# The page's colour for a role, and the colours that the drawings have at a point of the page.
COLOURS = """
(host, [role, x, y]) => {
  const paint = document.createElement('canvas').getContext('2d', {willReadFrequently: true})
  const read = () => [...paint.getImageData(0, 0, 1, 1).data]
  paint.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--${role}`).trim()
  paint.fillRect(0, 0, 1, 1)
  const wanted = read(), found = []
  const walk = node => node.querySelectorAll('*').forEach(e => {
    const box = e.getBoundingClientRect()
    if (e.localName === 'canvas' && box.left <= x && x < box.right && box.top <= y && y < box.bottom) {
      const scale = e.width / box.width
      paint.clearRect(0, 0, 1, 1)
      paint.drawImage(e, Math.floor((box.left - x) * scale), Math.floor((box.top - y) * scale))
      found.push(read())
    }
    if (e.shadowRoot) walk(e.shadowRoot)
  })
  walk(host)
  return [wanted, found.filter(pixel => pixel[3] > 0)]
}
"""


def background(page: Page) -> str:
    colour: str = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return colour


def painted_query(page: Page) -> list[int] | None:
    """The query's colour, where the arrow is painted in the colour that the page has for it."""
    at = lab.to_pixels(page, "q-2", ON_Q)
    wanted, found = page.locator("#lab").evaluate(COLOURS, ["query", *at])
    return wanted if found == [wanted] else None


def look(page: Page) -> tuple[str, str]:
    """The page's background and the arrow's colour, once the arrow has the page's."""
    lab.wait_until(page, lambda: painted_query(page) is not None)
    return background(page), str(painted_query(page))


def test_the_button_goes_round_and_the_choice_is_kept(page: Page) -> None:
    lab.open_scene(page, "/cat-sat")
    button = page.locator("[data-theme-button]")
    seen = {}
    for name in ("auto", "light", "dark"):
        expect(button).to_have_accessible_name(f"Theme: {name}")
        seen[name] = look(page)
        button.click()
    expect(button).to_have_accessible_name("Theme: auto")
    assert seen["auto"] == seen["light"]  # the system is light
    assert all(light != dark for light, dark in zip(seen["light"], seen["dark"], strict=True))
    button.click()
    button.click()
    page.reload()
    lab.wait_ready(page)
    expect(button).to_have_accessible_name("Theme: dark")
    assert look(page) == seen["dark"]
    page.goto("/")
    expect(button).to_have_accessible_name("Theme: dark")
    assert background(page) == seen["dark"][0]


def test_auto_follows_the_system_at_once(page: Page) -> None:
    lab.open_scene(page, "/cat-sat")
    light = look(page)
    page.emulate_media(color_scheme="dark")
    dark = look(page)
    assert all(a != b for a, b in zip(light, dark, strict=True))
    page.emulate_media(color_scheme="light")
    assert look(page) == light
