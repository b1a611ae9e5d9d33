"""Looks at the office map in Chromium, for the test that drives a tap's whole way.

Signs in by a personal link, opens the map, and says 'seen STATE' on a line of its own whenever the desk changes.
Arguments: the link, the map's address, the desk.
"""

import sys
import time

from playwright.sync_api import sync_playwright


def main():
    link, address, desk = sys.argv[1:]
    with sync_playwright() as playwright:
        # In a container Chromium has no sandbox of its own; the only page it opens is ours.
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(link)
        page.get_by_role("button").click()
        page.goto(address)
        page.wait_for_selector(f"#desk-{desk}")
        page.wait_for_function("document.getElementById('live').textContent.startsWith('Live')")
        seen, end = None, time.monotonic() + 120
        while time.monotonic() < end:
            # Both at once, or one of them may be of the moment before.
            state = page.eval_on_selector(
                f"#desk-{desk}", "desk => desk.dataset.state + ' ' + desk.getAttribute('aria-label')")
            if state != seen:
                seen = state
                print("seen", state, flush=True)
            page.wait_for_timeout(20)


main()
