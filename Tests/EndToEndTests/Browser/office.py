"""Shared by the browser scripts: Chromium, signed in as people of the office."""

import csv
import http.server
import json
import os
import threading
from contextlib import contextmanager
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

words = {
    folder.name: {key: text for file in folder.glob("*.json") for key, text in json.loads(file.read_text()).items()}
    for folder in (Path(__file__).resolve().parents[3] / "web/words").iterdir()}
# Errors of page scripts.
errors = []
# Playwright's device descriptions.
devices = {}


@contextmanager
def chromium():
    with sync_playwright() as playwright:
        devices.update(playwright.devices)
        # Chromium's sandbox does not work in a container. Only local pages are opened.
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"])
        try:
            yield browser
            assert not errors, errors
        except Exception:
            for page in (page for context in browser.contexts for page in context.pages):
                print("open:", page.url, " ".join(page.inner_text("body", timeout=5_000).split())[:400])
            raise
        finally:
            browser.close()


def signed_in(browser, link, width=1280):
    """A page with separate cookies, signed in with a personal link."""
    # Browsers do not trust the test's certificate authority.
    page = browser.new_context(viewport={"width": width, "height": 844}, ignore_https_errors=True).new_page()
    page.set_default_timeout(120_000)
    page.goto(link)
    page.locator("main").get_by_role("button").click()
    page.wait_for_url(lambda url: "/sign-in/" not in url)
    return page


def fits(page):
    """Fails if the page is wider than the screen, which means horizontal scrolling on a phone, or if two fields of a row touch."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{page.url} is {wide} px too wide"
    near = page.evaluate("""[...document.querySelectorAll('.pair')].map(pair => {
        const [first, second] = [...pair.children].map(one => (one.querySelector('input, select') ?? one).getBoundingClientRect())
        return first && second && first.top < second.bottom && second.left - first.right
    }).filter(gap => gap !== false && gap < 8)""")
    assert not near, f"{page.url} has fields with gaps of {near} px"


def another_site(content, host):
    """Serves a page on a new port. Returns its address."""
    class Site(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(content.encode())

        def log_message(self, *_):
            pass

    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    return f"http://{host}:{site.server_port}"


def say(language, key, values=None):
    """A text of the interface."""
    text, values = words[language][key], values or {}
    if isinstance(text, dict):
        text = text["one" if values.get("count") == "1" else "other"]
    for name, value in values.items():
        text = text.replace("{" + name + "}", value)
    return text


def tag(address, query):
    """A tag's address with the secret word from the list of tags. An unknown desk has none."""
    with open(os.environ["DESKTAP_TAGS"], newline="") as file:
        words = {line["desk"]: line["address"].rsplit("&k=", 1)[1] for line in csv.DictReader(file)}
    fields = dict(part.split("=") for part in query.split("&"))
    word = words.get(fields.get("desk", ""))
    return f"{address}/t?{query}" + (f"&k={word}" if word else "")


def touch(element):
    """Touches an element."""
    element.tap()


def recorded(page):
    """Waits for the page of a recorded tap."""
    page.locator("main[data-recorded=true]").wait_for()


def until(page, promise):
    """Waits until a promise's value is true. `wait_for_function` takes the promise itself for true."""
    while not page.evaluate(promise):
        page.wait_for_timeout(50)


def worker_is_ready(page):
    """Waits until the service worker can show the tap page offline."""
    page.evaluate("navigator.serviceWorker.ready.then(it => new Promise(done => it.active.state === 'activated' ? done()"
                  " : it.active.addEventListener('statechange', done)))")


class Phones:
    """Phones of one model in one language, each with another person."""

    def __init__(self, browser, address, profile, language, first, pictures=None):
        self.browser, self.address, self.language, self.kind, self.pictures = browser, address, language, profile, pictures
        self.looks = 0
        self.profile = {key: value for key, value in devices[profile].items() if key != "default_browser_type"}
        self.next = first

    def opened(self, **more):
        page = self.browser.new_context(**self.profile, locale=self.language, **more).new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
        return page

    def link(self):
        """The personal link of the next person."""
        self.next += 1
        return f"{self.address}/sign-in/link-of-phone{self.next - 1}"

    def signed_in(self, **more):
        page = self.opened(**more)
        link = self.link()
        assert page.request.post(link, max_redirects=0).status == 303, link
        return page, link.rsplit("-", 1)[1]

    def look(self, page, where):
        """Checks the width and accessibility (axe) of the page. The theme alternates, and differs between the two languages."""
        fits(page)
        self.looks += 1
        theme = ["light", "dark"][(self.looks + (self.language == "ja")) % 2]
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        results = Axe().run(page)
        assert results.violations_count == 0, f"{where} ({self.language}, {theme}):\n{results.generate_report()}"
        if self.pictures:
            page.screenshot(path=f"{self.pictures}/{self.kind} {where}.png".replace(" ", "-"), full_page=True)
        page.emulate_media(color_scheme="light", reduced_motion="no-preference")
