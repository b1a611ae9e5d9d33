"""Taps of a phone that get wrong answers from a proxy. When the server answers again, each tap is recorded.

Arguments: the server's address. Prints the ids of the taps. The office has people 'phone1' and so on.
"""

import json
import re
import sys

from office import Phones, chromium, say, tag
from wrong_answers import WAYS, WrongProxy

# The kept taps as `[id, state, reason]`.
KEPT = """() => new Promise((resolve, reject) => {
    const opening = indexedDB.open('desktap')
    opening.onerror = reject
    opening.onsuccess = () => {
        opening.result.transaction('taps').objectStore('taps').getAll().onsuccess = event => {
            opening.result.close()
            resolve(event.target.result.map(tap => [tap.id, tap.state, tap.why ?? null]))
        }
    }
})"""
# The number of taps before the server answers again. Taps older than two minutes would become requests.
AT_ONCE = 9


def until(page, what, condition):
    for _ in range(600):
        kept = page.evaluate(KEPT)
        if condition(kept):
            return kept
        page.wait_for_timeout(50)
    raise AssertionError(f"never {what}: {kept}, {page.inner_text('body')}")


# Two reasons have one text.
REASONS = {"kept": "noConnection", "away": "noAnswer"}


def is_said(page, key):
    """Waits until the page shows the text of this reason for its tap."""
    said = say("en", "tap.kept", {"why": say("en", f"tap.{REASONS[key]}")}) if key in REASONS else say("en", f"tap.{key}")
    text = re.sub(r"\\\{\w+\\\}", r"\\S+", re.escape(said))
    page.locator("#progress", has_text=re.compile(text)).wait_for()


def tapped(page, proxy, ways):
    """Makes a tap for each wrong answer."""
    numbers = []
    for way in ways:
        proxy.way = way
        page.goto(tag(proxy.url, "event=end"))
        kept = until(page, f"kept after {way}", lambda kept: len(kept) == len(numbers) + 1 and not any(
            state == "sending" for _, state, _ in kept))
        assert all(state == "waiting" for _, state, _ in kept), (way, kept)
        is_said(page, WAYS[way][0])
        numbers += [number for number, _, _ in kept if number not in numbers]
    return numbers


def sent_again(page, proxy, ways, numbers):
    """Sends the kept taps again with each wrong answer, which must not remove them."""
    for way in ways:
        proxy.way = way
        before = proxy.given[way]
        page.goto(f"{proxy.url}/tap-kept")
        while proxy.given[way] == before:
            page.wait_for_timeout(50)
        kept = until(page, f"answered by {way}", lambda kept: any(why for _, _, why in kept))
        assert sorted(number for number, _, _ in kept) == sorted(numbers), (way, kept)
        assert all(state == "waiting" for _, state, _ in kept), (way, kept)
    foreign = page.locator("#kept-list", has_text=say("en", "tap.foreign"))
    if WAYS[ways[-1]][0] == "foreign":
        foreign.wait_for()


def main():
    address, = sys.argv[1:]
    proxy = WrongProxy(address)
    with chromium() as browser:
        phones = Phones(browser, proxy.url, "Pixel 7", "en", first=1)
        page, _ = phones.signed_in()
        made, all_ways = [], list(WAYS)
        for begin in range(0, len(all_ways), AT_ONCE):
            ways = all_ways[begin:begin + AT_ONCE]
            numbers = tapped(page, proxy, ways)
            # Endless answers are skipped, because they time out after 20 s.
            sent_again(page, proxy, [way for way in ways if "endless" not in way], numbers)
            if made == []:
                phones.look(page, "wrongly answered")
            proxy.way = None
            page.goto(f"{proxy.url}/tap-kept")
            until(page, "sent", lambda kept: not kept)
            page.locator('#kept-list [data-state="recorded"]').nth(len(numbers) - 1).wait_for()
            made += numbers
    print("made:", json.dumps(sorted(made)))


main()
