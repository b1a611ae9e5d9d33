"""Taps that a phone kept without a connection and sends after a minute, or too late. The page's clock is moved instead of waiting.

Arguments: the server's address, and optionally a folder for screenshots. Prints the ids and times of the taps that are too late. The
office has people 'phone1' and so on without a manager, each with a personal link that ends with their name.
"""

import datetime
import json
import sys
import uuid

from office import Phones, chromium, recorded, say, tag, touch, until

HERE = "event=start&desk=6F-A1"
# The kept taps as `[id, at, state]`, oldest first.
KEPT = """() => new Promise((resolve, reject) => {
    const opening = indexedDB.open('desktap')
    opening.onerror = reject
    opening.onsuccess = () => {
        opening.result.transaction('taps').objectStore('taps').getAll().onsuccess = event => {
            opening.result.close()
            resolve(event.target.result.map(tap => [tap.id, tap.at, tap.state]).sort((one, other) => one[1] < other[1] ? -1 : 1))
        }
    }
})"""
made = []


def set_clock(page, minutes):
    """Sets the phone's clock to some minutes ago."""
    page.clock.set_fixed_time(datetime.datetime.now() - datetime.timedelta(minutes=minutes))


def waiting(page, count):
    """Waits until so many taps are kept. Returns them."""
    for _ in range(600):
        kept = page.evaluate(KEPT)
        if len(kept) == count and all(state == "waiting" for _, _, state in kept):
            return kept
        page.wait_for_timeout(50)
    raise AssertionError(f"{kept}, {page.inner_text('body')}")


def kept_phone(phones, *taps, before=lambda page: None):
    """A phone without a connection that keeps taps: each is the minutes since it was made, and its tag. Its clock is right again."""
    page, _ = phones.signed_in()
    before(page)
    page.goto(f"{phones.address}/me")
    until(page, "navigator.serviceWorker.getRegistration('/t').then(it => it?.active?.state === 'activated')")
    page.context.set_offline(True)
    for number, (minutes, query) in enumerate(taps):
        set_clock(page, minutes)
        page.goto(tag(phones.address, query))
        waiting(page, number + 1)
    set_clock(page, 0)
    return page


def note(page, count=1):
    """Notes the kept taps as too late."""
    made.extend(f"{number} {at}" for number, at, _ in waiting(page, count))


def settled(phones, page, count=1):
    """Waits until the page says that the taps were sent to HR, and nothing is kept."""
    sentence = say(phones.language, "tap.sentLater.hr", {"tap": ""})
    page.locator('#kept-list [data-state="settled"]', has_text=sentence).nth(count - 1).wait_for()
    assert page.evaluate(KEPT) == []


def after_a_minute(phones):
    """A tap that is sent within two minutes is recorded."""
    page = kept_phone(phones, (1, HERE))
    page.context.set_offline(False)
    recorded(page)
    page.context.close()


def too_late(phones, minutes):
    """The page says what will happen, then what happened, and forgets the tap."""
    page = kept_phone(phones, (minutes, HERE))
    page.reload()
    page.locator("#kept-list", has_text=say(phones.language, "tap.state.later")).wait_for()
    assert "/me" not in page.inner_text("body")
    note(page)
    if minutes < 10:
        phones.look(page, "kept too long")
    page.context.set_offline(False)
    sentence = say(phones.language, "tap.sentLater.hr", {"tap": ""})
    page.locator("#progress", has_text=sentence).wait_for()
    page.locator("#kept").wait_for(state="hidden")
    if minutes < 10:
        phones.look(page, "sent to HR")
    # Loading the page again taps no second time.
    page.reload()
    page.locator("#progress", has_text=sentence).wait_for()
    assert page.evaluate(KEPT) == []
    # The next tag has no card about it.
    page.goto(f"{phones.address}/t?desk=6F-A1")
    page.wait_for_load_state("networkidle")
    page.locator("#kept").wait_for(state="hidden")
    page.context.close()


def restarted(phones):
    """The phone was switched off. Its next page sends the tap."""
    page = kept_phone(phones, (14 * 60, HERE))
    note(page)
    later = page.context.new_page()
    page.close()
    later.context.set_offline(False)
    later.goto(f"{phones.address}/tap-kept")
    settled(phones, later)
    later.reload()
    later.get_by_text(say(phones.language, "tap.nothingKept")).wait_for()
    later.context.close()


def signed_out(phones):
    """The tap is kept until its person is signed in again. My record sends it."""
    page = kept_phone(phones, (14 * 60, HERE))
    note(page)
    session = page.context.cookies()
    page.context.clear_cookies()
    page.context.set_offline(False)
    page.goto(f"{phones.address}/tap-kept")
    page.locator('#kept-list [data-state="signIn"]').wait_for()
    page.context.add_cookies(session)
    with page.expect_response(lambda response: response.request.method == "POST" and "kept=true" in response.url):
        page.goto(f"{phones.address}/me")
    page.goto(f"{phones.address}/tap-kept")
    settled(phones, page)
    page.context.close()


def in_any_order(phones):
    """The clock-in is made after the break, with an earlier time, and sent first."""
    page = kept_phone(phones, (180, "event=pause&desk=6F-A1"), (300, HERE))
    note(page, count=2)
    later = page.context.new_page()
    page.close()
    later.context.set_offline(False)
    later.goto(f"{phones.address}/tap-kept")
    settled(phones, later, count=2)
    later.context.close()


def sent_twice(phones):
    """The server's first answer is lost."""
    page = kept_phone(phones, (60, HERE))
    note(page)
    lost = []

    def lose(route):
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.fallback()

    later = page.context.new_page()
    page.close()
    later.route("**/t?*", lose)
    later.context.set_offline(False)
    later.goto(f"{phones.address}/tap-kept")
    settled(phones, later)
    assert lost == [202], lost
    later.context.close()


def too_many(phones):
    """A late tap that must wait until a request is decided does not stop a later one."""
    def ask(page):
        now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
        for number in range(20):
            at = f"{now - datetime.timedelta(hours=3, minutes=10 * number):%Y-%m-%dT%H:%M:%S}.000Z"
            tap = str(uuid.uuid4())
            answer = page.request.post(f"{phones.address}/t?event=end&id={tap}&at={at}&kept=true")
            assert answer.status == 202, answer.text()
            made.append(f"{tap} {at}")

    page = kept_phone(phones, (60, "event=end"), (1, HERE), before=ask)
    page.context.set_offline(False)
    recorded(page)
    assert [state for _, _, state in page.evaluate(KEPT)] == ["waiting"]
    page.context.close()


def clock_ahead(phones):
    """A tap of the future is refused. The person sends the request by the form, and the phone forgets the tap."""
    page = kept_phone(phones, (-60, HERE))
    page.context.set_offline(False)
    page.goto(f"{phones.address}/tap-kept")
    refused = page.locator('#kept-list [data-state="refused"]')
    refused.get_by_text(say(phones.language, "tap.notNow")).wait_for()
    (number, _, _), = page.evaluate(KEPT)
    touch(refused.get_by_role("link"))
    page.wait_for_url("**/me/ask?*")
    assert page.locator("[name=desk]").input_value() == "6F-A1"
    # The office is in another zone than the phone.
    meant = (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(minutes=5)).replace(second=0, microsecond=0)
    local = meant.astimezone(datetime.timezone(datetime.timedelta(hours=9)))
    page.locator("[name=date]").fill(f"{local:%Y-%m-%d}")
    page.locator("[name=time]").fill(f"{local:%H:%M}")
    page.locator("[name=reason]").fill("The clock was ahead.")
    touch(page.get_by_role("button", name=say(phones.language, "correction.verb.ask")))
    page.wait_for_url("**/me?*")
    made.append(f"{number} {meant:%Y-%m-%dT%H:%M:%S}.000Z")
    page.goto(f"{phones.address}/tap-kept")
    settled(phones, page)
    page.context.close()


def main():
    address, folder = (sys.argv[1:] + [None])[:2]
    with chromium() as browser:
        for number, (profile, language) in enumerate([("iPhone 15", "en"), ("Pixel 7", "ja")]):
            phones = Phones(browser, address, profile, language, first=30 * number + 1, pictures=folder)
            after_a_minute(phones)
            too_many(phones)
            too_late(phones, 3)
            too_late(phones, 14 * 60)
            restarted(phones)
            signed_out(phones)
            in_any_order(phones)
            sent_twice(phones)
            clock_ahead(phones)
    print("made:", json.dumps(sorted(made)))


main()
