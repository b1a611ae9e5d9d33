"""Keeps a map and a wall display open while the server stops and restarts. Prints 'map: …' and 'wall: …' for each change of a
desk or of the connection banner.

Arguments: the server's address, a personal link, the link of a display, the desk.
"""

import sys
import time

from office import chromium, signed_in


def main():
    address, link, display_link, desk = sys.argv[1:]
    with chromium() as browser:
        map_page = signed_in(browser, link)
        map_page.goto(address + "/map/6F")
        wall = signed_in(browser, display_link)
        seen, end = {}, time.monotonic() + 240
        while time.monotonic() < end:
            for name, page in [("map", map_page), ("wall", wall)]:
                # A page cannot be evaluated while it reloads.
                try:
                    said = page.evaluate(
                        """desk => {
                            const banner = document.getElementById("banner");
                            const live = document.getElementById("live");
                            const state = banner.hidden ? (/[0-9]:/.test(live.textContent) ? "fresh" : "opening") : banner.textContent;
                            return `${document.getElementById("desk-" + desk).dataset.state} ${state}`;
                        }""", desk)
                except Exception:
                    continue
                if seen.get(name) != said:
                    seen[name] = said
                    print(f"{name}: {said}", flush=True)
            map_page.wait_for_timeout(50)


main()
