"""Prints the text of a page. Arguments: a personal link, the page's address, and optionally the screen's width."""

import sys

from office import chromium, fits, signed_in


def main():
    link, address, *width = sys.argv[1:]
    with chromium() as browser:
        page = signed_in(browser, link, *map(int, width))
        page.goto(address)
        fits(page)
        print(page.locator("main").inner_text())


main()
