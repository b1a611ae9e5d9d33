"""Taps of an iPhone and a Pixel without a connection or server, with too many taps, or after the person changed.

Arguments: the server's address, and optionally a folder for screenshots. It prints "stop the server", "start the server" and
the same for the database, and continues when that is done. The office has people 'phone1' and so on, each with a personal
link that ends with their name.
"""

import re
import sys
import uuid

from playwright.sync_api import Error

from office import Phones, another_site, chromium, recorded, say, tag, touch, until, worker_is_ready

HERE = "event=start&desk=6F-A1"
KEPT = {
    "/tap-kept", "/static/base/desktap.css", "/static/Taps/tap.css", "/static/base/icon.svg", "/static/Taps/tap.js", "/static/Taps/store.js",
    "/static/Taps/send.js", "/static/Taps/list.js", "/static/base/elements.js", "/static/base/page.js",
    "/static/base/text.js"}
# Moves the time of the kept tap back by some milliseconds. Returns the new time.
AGE = """milliseconds => new Promise((resolve, reject) => {
    const opening = indexedDB.open('desktap')
    opening.onerror = reject
    opening.onsuccess = () => {
        const taps = opening.result.transaction('taps', 'readwrite').objectStore('taps')
        taps.getAll().onsuccess = event => {
            const [tap] = event.target.result
            const at = new Date(Date.parse(tap.at) - milliseconds).toISOString()
            taps.put({...tap, at}).onsuccess = () => { opening.result.close(); resolve(at) }
        }
    }
})"""
# True if a tap is kept.
NOTED = """() => new Promise((resolve, reject) => {
    const opening = indexedDB.open('desktap')
    opening.onerror = reject
    opening.onsuccess = () => {
        opening.result.transaction('taps').objectStore('taps').count().onsuccess = event => {
            opening.result.close()
            resolve(event.target.result > 0)
        }
    }
})"""


def waits(phones, page, count):
    words = say(phones.language, "tap.keptCount", {"count": str(count)})
    try:
        page.locator("#kept-count", has_text=words).wait_for()
    except Error as error:
        raise AssertionError(f"{page.url} says {page.locator('body').inner_text()}") from error


def prepared(phones, address):
    """A phone that tapped before, so that its service worker is ready for offline use."""
    page, user = phones.signed_in()
    page.goto(tag(address, "event=end"))
    recorded(page)
    worker_is_ready(page)
    return page, user


def first_tap(phones, address):
    """The first tag that the phone reads is read offline. Only My record was opened before."""
    page, _ = phones.signed_in()
    page.goto(f"{address}/me")
    until(page, "navigator.serviceWorker.getRegistration('/t').then(it => it?.active?.state === 'activated')")
    page.context.set_offline(True)
    page.goto(tag(address, HERE))
    waits(phones, page, 1)
    page.context.set_offline(False)
    recorded(page)
    page.context.close()


def offline_and_back(phones, address):
    page, user = prepared(phones, address)
    page.context.set_offline(True)
    page.goto(tag(address, HERE))
    waits(phones, page, 1)
    heading = say(phones.language, "tap.atDesk", {"verb": say(phones.language, "tap.start"), "desk": "6F-A1"})
    page.get_by_role("heading", name=heading).wait_for()
    page.get_by_text(re.compile(re.escape(say(phones.language, "tap.kept", {"why": say(phones.language, "tap.noConnection")})).replace(r"\{time\}", r"\d\d:\d\d"))).wait_for()
    phones.look(page, "offline")
    # After a reload it is still the same tap with its own time.
    at = page.evaluate(AGE, 30_000)
    page.reload()
    waits(phones, page, 1)
    assert page.evaluate(AGE, 0) == at
    page.context.set_offline(False)
    recorded(page)
    assert page.url.startswith(f"{address}/t/"), page.url
    page.locator("#kept").wait_for(state="hidden")
    page.reload()
    recorded(page)
    return page, user


def cache_has_no_personal_data(page, user):
    """The service worker caches only the shell, in one version, and controls no other page."""
    kept = page.evaluate("""async () => Promise.all((await caches.keys()).map(async name => {
        const cache = await caches.open(name)
        return Promise.all((await cache.keys()).map(async it => [new URL(it.url).pathname, await (await cache.match(it)).text()]))
    }))""")
    assert len(kept) == 1 and {path for path, _ in kept[0]} == KEPT, kept
    for path, text in kept[0]:
        for personal in (user, "Ada Lindqvist", "佐々木", "Hohenstein"):
            assert personal not in text, (path, personal)
    assert page.evaluate("navigator.serviceWorker.controller !== null")


def from_another_site(page, address):
    """A link on another site opens the tap page as usual, with and without navigation preload."""
    # Another host name is another site.
    site = another_site(f'<a href="{tag(address, "event=end")}">A tag</a>', "localhost")
    for preload in ("enable", "disable"):
        page.evaluate(f"navigator.serviceWorker.ready.then(it => it.navigationPreload.{preload}())")
        page.goto(site)
        touch(page.get_by_role("link"))
        recorded(page)


def other_pages_and_signing_out(phones, page, address):
    page.goto(f"{address}/map")
    assert page.evaluate("navigator.serviceWorker.controller === null")
    touch(page.locator(".who > button"))
    touch(page.locator(".own-account form[action='/sign-out'] button"))
    # It is the only device of a person without a password.
    touch(page.locator("main form[action='/sign-out'] button"))
    page.wait_for_url(re.compile("/sign-in"))
    # Online, the server sends the page: nobody is signed in.
    page.goto(tag(address, HERE))
    page.get_by_text(say(phones.language, "tap.notSignedIn")).first.wait_for()
    page.context.close()


def loaded_before(phones, address):
    """The page was loaded before the connection was lost. The tag has no event."""
    page, _ = prepared(phones, address)
    page.goto(f"{address}/t?desk=6F-A2")
    page.context.set_offline(True)
    touch(page.locator("#choices button").first)
    waits(phones, page, 1)
    # A second tag, with the page of the service worker.
    page.goto(f"{address}/t?desk=6F-A2")
    assert page.locator("#choices button").count() == 3
    page.get_by_text(say(phones.language, "tap.offline")).wait_for()
    touch(page.get_by_role("button", name=say(phones.language, "tap.pause")).first)
    waits(phones, page, 2)
    phones.look(page, "two waiting")
    page.context.set_offline(False)
    recorded(page)
    page.get_by_text(say(phones.language, "tap.onBreak")).wait_for()
    # The page shows the outcome of the other tap, once.
    page.locator('#kept-list [data-state="recorded"]').wait_for()
    phones.look(page, "sent")
    page.goto(f"{address}/t?desk=6F-A2")
    page.wait_for_load_state("networkidle")
    page.locator("#kept").wait_for(state="hidden")
    page.context.close()


def closed_too_early(phones, address):
    """The page is closed before the answer arrives. The next page sends the tap again."""
    page, _ = prepared(phones, address)
    page.route("**/t?*", lambda route: None if route.request.method == "POST" else route.fallback())
    with page.expect_request(lambda request: request.method == "POST"):
        page.goto(tag(address, HERE))
    until(page, NOTED)
    page.evaluate(AGE, 20_000)
    # Another page takes over. The browser may or may not have sent the first attempt.
    later = page.context.new_page()
    page.close()
    later.goto(f"{address}/tap-kept")
    later.locator('#kept-list [data-state="recorded"]').wait_for()
    later.context.close()


def sent_before_a_choice(phones, address):
    """The page of a tag without an event sends the tap of an earlier page. Its choices then fit the new state."""
    page, _ = prepared(phones, address)
    page.goto(tag(address, HERE))
    recorded(page)
    page.context.set_offline(True)
    page.goto(tag(address, "event=pause&desk=6F-A1"))
    waits(phones, page, 1)
    later = page.context.new_page()
    page.close()
    later.context.set_offline(False)
    later.goto(f"{address}/t?desk=6F-A1")
    sent = later.locator('#kept-list [data-state="recorded"]')
    later.locator("#choices").get_by_role("button", name=say(phones.language, "tap.step.resume")).wait_for()
    sent.wait_for()
    phones.look(later, "sent before a choice")
    later.context.close()


def another_person(phones, address):
    """A kept tap is sent only for the person who made it."""
    page, _ = prepared(phones, address)
    page.context.set_offline(True)
    page.goto(tag(address, HERE))
    waits(phones, page, 1)
    session = page.context.cookies()
    page.context.clear_cookies()
    page.context.set_offline(False)
    page.locator('#kept-list [data-state="signIn"]').wait_for()
    phones.look(page, "to sign in")
    assert page.request.post(phones.link(), max_redirects=0).status == 303
    page.goto(f"{address}/tap-kept")
    page.locator('#kept-list [data-state="somebodyElses"]').wait_for()
    phones.look(page, "somebody else's")
    page.context.add_cookies(session)
    page.reload()
    page.locator('#kept-list [data-state="recorded"]').wait_for()
    page.context.close()


def too_often(phones, address):
    page, _ = prepared(phones, address)
    for number in range(200):
        answer = page.request.post(f"{address}/t?event=end&id={uuid.uuid4()}")
        if answer.status == 429:
            break
    assert answer.status == 429
    page.goto(tag(address, HERE))
    said = re.escape(say(phones.language, "tap.tooOftenKept")).replace(r"\{time\}", r"\d\d:\d\d").replace(r"\{seconds\}", r"\d+")
    page.get_by_text(re.compile(f"{said}|{re.escape(say(phones.language, 'tap.atWorkAt', {'desk': '6F-A1'}))}")).wait_for()
    recorded(page)
    page.context.close()


def request_action(what, page, address, answers):
    """Prints an action for the test, and waits until the server answers or not."""
    print(what, flush=True)
    while is_there(page, address) != answers:
        page.wait_for_timeout(100)


def is_there(page, address):
    try:
        return page.request.get(address + "/health/ready").ok
    except Error:
        return False


def server_away(phones, address):
    """The server is unavailable, or its first answer is lost."""
    away, _ = prepared(phones, address)
    loaded, _ = prepared(phones, address)
    loaded.goto(f"{address}/t?desk=6F-A4")
    lost, _ = prepared(phones, address)
    # The tap arrives at the server, but its answer is lost.
    lost.route("**/t?*", lambda route: (route.fetch(max_redirects=0), route.abort())
               if route.request.method == "POST" and "&at=" not in route.request.url else route.fallback())
    lost.goto(tag(address, "event=start&desk=6F-A5"))
    recorded(lost)
    lost.context.close()
    request_action("stop the server", loaded, address, answers=False)
    away.goto(tag(address, HERE))
    waits(phones, away, 1)
    touch(loaded.locator("#choices button").first)
    waits(phones, loaded, 1)
    touch(loaded.locator("#kept-again"))
    waits(phones, loaded, 1)
    phones.look(loaded, "server away")
    request_action("start the server", loaded, address, answers=True)
    for page in (away, loaded):
        # The page may already have sent the tap by itself and removed the button.
        page.locator("#kept-again").evaluate("button => button.click()")
        recorded(page)
        page.context.close()


def database_away(phones, address):
    """The server runs without its database and serves not even files."""
    page, _ = prepared(phones, address)
    request_action("stop the database", page, address, answers=False)
    page.goto(tag(address, HERE))
    waits(phones, page, 1)
    page.get_by_text(re.compile(re.escape(say(phones.language, "tap.kept", {"why": say(phones.language, "tap.noAnswer")})).replace(r"\{time\}", r"\d\d:\d\d"))).wait_for()
    phones.look(page, "database away")
    request_action("start the database", page, address, answers=True)
    page.locator("#kept-again").evaluate("button => button.click()")
    recorded(page)
    page.context.close()


def main():
    address, folder = (sys.argv[1:] + [None])[:2]
    with chromium() as browser:
        for number, (profile, language) in enumerate([("iPhone 15", "en"), ("Pixel 7", "ja")]):
            phones = Phones(browser, address, profile, language, first=30 * number + 1, pictures=folder)
            first_tap(phones, address)
            page, user = offline_and_back(phones, address)
            cache_has_no_personal_data(page, user)
            from_another_site(page, address)
            other_pages_and_signing_out(phones, page, address)
            loaded_before(phones, address)
            closed_too_early(phones, address)
            sent_before_a_choice(phones, address)
            another_person(phones, address)
            too_often(phones, address)
            server_away(phones, address)
            database_away(phones, address)
            print(f"{profile}: done", flush=True)


main()
