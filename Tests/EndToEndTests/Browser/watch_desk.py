"""Looks at the office map, and says 'seen STATE' on a line of its own whenever the desk changes.

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
            # Both at once, or one of them may be of the moment before.
            state = page.eval_on_selector(
                f"#desk-{desk}", "desk => desk.dataset.state + ' ' + desk.getAttribute('aria-label')")
            if state != seen:
                seen = state
                print("seen", state, flush=True)
            page.wait_for_timeout(20)


main()
