"""Signs in on a second device with the code of a page, and in a second tab with a link, and checks that the first one continues.

Arguments: the server's address and a personal link of Ada.
"""

import sys

from office import chromium, say, tag


def by_code(browser, computer, address):
    """The page with the code says that the phone has used it, and lists the phone."""
    computer.goto(address + "/me/devices")
    computer.get_by_role("button", name=say("en", "device.phone.show")).click()
    link = computer.locator("#code-link").inner_text()
    computer.wait_for_timeout(4000)
    assert computer.locator("#code-link").is_visible()
    phone = browser.new_context().new_page()
    # The server of a test does not know its own port.
    phone.goto(address + "/sign-in/" + link.rpartition("/")[2])
    phone.locator("main").get_by_role("button").click()
    phone.wait_for_url(lambda url: "/sign-in/" not in url)
    computer.locator("[role=status]", has_text=say("en", "device.code.used")).wait_for()
    assert computer.locator("#code-link").count() == 0 and computer.locator(".devices li").count() == 2
    print("the code was used", flush=True)


def by_link(context, address, link):
    """The tab with a tag that was opened before the sign-in shows the tap, and does not repeat it."""
    first = context.new_page()
    first.goto(tag(address, "event=start&desk=6F-A3"))
    first.get_by_text(say("en", "tap.notSignedIn")).first.wait_for()
    second = context.new_page()
    second.goto(link)
    second.locator("main").get_by_role("button").click()
    second.locator("main[data-recorded=true]").wait_for()
    first.bring_to_front()
    # A headless browser has no window manager that would tell the tab.
    first.evaluate("dispatchEvent(new Event('focus'))")
    first.locator("#tap[data-user=ada]").wait_for()
    first.get_by_role("heading", name=say("en", "tap.already.work")).wait_for()
    assert first.url.endswith("&touch=yes"), first.url
    assert first.locator("#choices button").count() == 0
    print("the first tab continued", flush=True)
    return second


def main():
    address, link = sys.argv[1:]
    with chromium() as browser:
        context = browser.new_context()
        context.set_default_timeout(60_000)
        computer = by_link(context, address, link)
        by_code(browser, computer, address)
        print("all done")


main()
