"""Taps of a phone whose answers come from anything but the server. Once the server answers again, each is recorded.

Arguments: the server's address. Prints the numbers of the taps. The office has people 'phone1' and so on.
"""

import json
import re
import sys

from office import Phones, chromium, say, tag
from wrong_answers import WAYS, WrongProxy

# The taps that are kept, as `[number, state, what they wait for]`.
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
# Taps of so many ways are made before the server answers again: a tap that is older than two minutes is refused.
AT_ONCE = 9


def until(page, what, condition):
    for _ in range(600):
        kept = page.evaluate(KEPT)
        if condition(kept):
            return kept
        page.wait_for_timeout(50)
    raise AssertionError(f"never {what}: {kept}, {page.inner_text('body')}")


def is_said(page, key):
    """What the page says of its tap, in the words of this key."""
    text = re.sub(r"\\\{\w+\\\}", r"\\S+", re.escape(say("en", f"tap.{key}")))
    page.locator("#progress", has_text=re.compile(text)).wait_for()


def tapped(page, proxy, ways):
    """A tap is made by each wrong way."""
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
    """What is kept is sent again, and each wrong answer leaves it."""
    for way in ways:
        proxy.way = way
        before = proxy.gone[way]
        page.goto(f"{proxy.url}/tap-kept")
        while proxy.gone[way] == before:
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
            # What comes in drops is given up after twenty seconds there, and is not waited for.
            sent_again(page, proxy, [way for way in ways if "drops" not in way], numbers)
            if made == []:
                phones.look(page, "wrongly answered")
            proxy.way = None
            page.goto(f"{proxy.url}/tap-kept")
            until(page, "sent", lambda kept: not kept)
            page.locator('#kept-list [data-state="recorded"]').nth(len(numbers) - 1).wait_for()
            made += numbers
    print("made:", json.dumps(sorted(made)))


main()
