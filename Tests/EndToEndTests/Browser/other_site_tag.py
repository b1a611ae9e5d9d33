"""Opens tag addresses from a page of another site, in a browser that is signed in and in one that signs in afterwards.

Arguments: the server's address, and the secret word of the office's tags without a desk. The office has people 'phone1' and
so on.
"""

import sys

from office import Phones, another_site, chromium, recorded, say, touch, worker_is_ready

# Ways in which a page of another site can open an address.
WAYS = {
    "link": "document.querySelector('a').click()",
    "script": "location.href = document.querySelector('a').href",
    "form": "document.querySelector('form').submit()",
    "replaced": "location.replace(document.querySelector('a').href)",
    "refresh": "document.head.append(Object.assign(document.createElement('meta'), {httpEquiv: 'refresh',"
               " content: '0;url=' + document.querySelector('a').href}))",
}


def page_of(address, query):
    fields = "".join(f'<input name="{name}" value="{value}">' for name, value in (part.split("=") for part in query.split("&")))
    return (f'<!doctype html><title>Another site</title><a href="{address}/t?{query}">A tag</a>'
            f'<form action="{address}/t">{fields}</form>')


def asks_for_a_touch(page, address):
    """Waits for the tap page, and checks that it shows its button and that its script has sent nothing."""
    page.wait_for_url(f"{address}/t?**")
    page.locator("#choices button").wait_for()
    page.wait_for_load_state("networkidle")
    assert not page.locator("main[data-recorded]").count() and page.locator("#choices button").count() == 1, page.inner_text("body")


def signed_in(phones, address, word):
    page, _ = phones.signed_in()
    sent = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    for query in ("event=end", f"event=end&k={'A' * 11}", f"event=start&desk=6F-A1&k={word}", "event=end&m=1"):
        for host in ("localhost", "127.0.0.1"):
            for way, script in WAYS.items():
                page.goto(another_site(page_of(address, query), host))
                page.evaluate(script)
                asks_for_a_touch(page, address)
                page.reload()
                asks_for_a_touch(page, address)
    assert not sent, sent
    print("by itself:", sent)
    # A touch records the tap.
    touch(page.locator("#choices button"))
    recorded(page)
    assert len(sent) == 1
    # With the word the tap needs no touch, even if the browser reports that another site opened it, as some do for tags.
    page.goto(another_site(page_of(address, f"event=end&k={word}"), "localhost"))
    touch(page.get_by_role("link"))
    recorded(page)
    assert "&k=" not in page.url and not any("&k=" in url for url in sent), (page.url, sent)
    page.context.close()


def signing_in(phones, address, word):
    """After signing in with a personal link, the browser continues with the remembered tap: without the word, with its button."""
    for query, goes_on in (("event=end", False), (f"event=end&k={word}", True)):
        page = phones.opened()
        page.goto(another_site(page_of(address, query), "localhost"))
        touch(page.get_by_role("link"))
        page.get_by_text(say(phones.language, "tap.notSignedIn")).first.wait_for()
        page.goto(phones.link())
        touch(page.locator("main").get_by_role("button"))
        if goes_on:
            recorded(page)
        else:
            asks_for_a_touch(page, address)
        page.context.close()
    print("signing in: done")


def without_the_server(phones, address):
    """The tap page of an offline phone asks for a touch, too. A wrong word or signature is detected later."""
    page, _ = phones.signed_in()
    page.goto(f"{address}/t?event=end")
    worker_is_ready(page)
    page.goto(another_site(page_of(address, "event=end"), "localhost"))
    page.context.set_offline(True)
    page.evaluate(WAYS["script"])
    asks_for_a_touch(page, address)
    page.context.set_offline(False)
    for query in (f"event=end&k={'A' * 11}", f"event=end&u=044E1200000001&c=000001&m={'0' * 16}"):
        page.goto(another_site(page_of(address, query), "localhost"))
        page.context.set_offline(True)
        page.evaluate(WAYS["script"])
        page.locator('#kept-list [data-state="waiting"]').wait_for()
        page.context.set_offline(False)
        confirm = page.locator('#kept-list [data-state="confirm"]')
        confirm.get_by_role("button", name=say(phones.language, "tap.record")).wait_for()
        phones.look(page, "wrong word")
        page.reload()
        touch(confirm.get_by_role("button", name=say(phones.language, "tap.record")))
        recorded(page)
    page.context.close()
    print("offline: done")


def main():
    address, word = sys.argv[1:]
    with chromium() as browser:
        phones = Phones(browser, address, "Pixel 7", "en", first=1)
        signed_in(phones, address, word)
        signing_in(phones, address, word)
        without_the_server(phones, address)


main()
