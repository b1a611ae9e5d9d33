"""Opens the office map and prints a line 'seen STATE' for each change of a desk.

Arguments: a personal link, the map's address, the desk.
"""

import sys
import time

from office import chromium, signed_in


def main():
    link, address, desk = sys.argv[1:]
    with chromium() as browser:
        page = signed_in(browser, link)
        page.goto(address)
        page.wait_for_selector(f"#desk-{desk}")
        page.wait_for_selector("#live[data-live]")
        seen, end = None, time.monotonic() + 400
        while time.monotonic() < end:
            # Both are read at once, so that they belong together.
            state = page.eval_on_selector(
                f"#desk-{desk}", "desk => desk.dataset.state + ' ' + desk.getAttribute('aria-label')")
            if state != seen:
                seen = state
                print("seen", state, flush=True)
            page.wait_for_timeout(20)


main()
