"""A browser for the tests that go the whole way: Chromium, signed in as people of the office."""

from contextlib import contextmanager

from playwright.sync_api import sync_playwright


@contextmanager
def chromium():
    with sync_playwright() as playwright:
        # In a container Chromium has no sandbox of its own; the only pages it opens are ours.
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


def signed_in(browser, link, width=1280):
    """A page with cookies of its own, after the personal link was opened and its button touched."""
    page = browser.new_context(viewport={"width": width, "height": 844}).new_page()
    page.set_default_timeout(30_000)
    page.goto(link)
    page.get_by_role("button").click()
    page.wait_for_url(lambda url: "/sign-in/" not in url)
    return page


def fits(page):
    """Fails where the page is wider than the screen, so that a phone would have to be scrolled sideways."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{page.url} is {wide} px too wide"
