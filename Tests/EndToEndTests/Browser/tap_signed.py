"""The address of a tag that signs it: a phone taps with it, the same address is refused afterwards, and the map shows the desk.

Arguments: the server's address, the signed address, and optionally a folder for screenshots. The office has people 'phone1',
'phone2' and so on, each with a personal link that ends with their name.
"""

import sys

from office import Phones, chromium, recorded, say


def main():
    address, signed, folder = (sys.argv[1:] + [None])[:3]
    with chromium() as browser:
        phones = Phones(browser, address, "iPhone 15", "en", first=1, pictures=folder)
        page, user = phones.signed_in()
        page.goto(signed)
        recorded(page)
        page.get_by_text(say("en", "tap.takenOverFrom", {"name": "Ada Lindqvist", "desk": "6F-A3"})).wait_for()
        name = page.locator(".who-tapped").inner_text()
        phones.look(page, "signed")
        other, _ = phones.signed_in()
        for used in (other, page):
            used.goto("about:blank")
            used.goto(signed)
            used.get_by_text("This link was already used. Tap the tag again.").wait_for()
            phones.look(used, "used")
        page.goto(address + "/map/6F")
        page.locator("#desk-6F-A3[data-state=work]").wait_for()
        print(f"{user} recorded as {name}")


main()
