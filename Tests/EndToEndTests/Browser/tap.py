"""The tap page on an iPhone and a Pixel with touch: all answers, undo, a tag without an event, a phone that is not signed in or
belongs to another person, and a phone without JavaScript.

Arguments: the server's address, a reader's key, and optionally a folder for screenshots. The office has people 'phone1',
'phone2' and so on, each with a personal link that ends with their name.
"""

import datetime
import json
import re
import sys
import uuid

from office import Phones, chromium, fits, recorded, say, tag, touch

HERE = "event=start&desk=6F-A1"

# For each answer: earlier taps as (minutes ago, person, tag), the tag, and the expected texts. '{own}' is a desk that the other
# phone does not use.
ANSWERS = {
    "start": ([], HERE, [("tap.atWorkAt", {"desk": "6F-A1"}), ("tap.next.work", {})]),
    "pause": ([(180, "own", HERE)], "event=pause", [("tap.onBreak", {}), ("tap.next.pause", {}), "3:00"]),
    "end": ([(180, "own", HERE)], "event=end", [("tap.farewell", {}), "3:00"]),
    "already here": ([(90, "own", HERE)], HERE, [("tap.already.work", {}), ("tap.missing.pause", {}), "1:30"]),
    "already on a break": ([(90, "own", HERE), (30, "own", "event=pause")], "event=pause", [("tap.already.pause", {}), ("tap.missing.start", {}), "1:00"]),
    "moved": ([(60, "own", HERE)], "event=start&desk=7F-A2", [("tap.movedFrom", {"from": "6F-A1", "desk": "7F-A2"})]),
    "taken over": (
        [(60, "other", "event=start&desk={own}")], "event=start&desk={own}",
        [("tap.takenOverFrom", {"name": "Bo Nakamura", "desk": "{own}"})]),
    "out of service": ([], "event=start&desk=6F-A8", [("tap.outOfService", {"desk": "6F-A8"})]),
    "pause without start": ([], "event=pause", [("tap.withoutStart", {})]),
    "end without start": ([], "event=end", [("tap.withoutStart", {})]),
    "forgotten end": ([(30 * 60, "own", HERE)], HERE, [("tap.missingEnd", {}), ("tap.forgotten.send", {})]),
    "quarantined": ([], "event=start&desk=E-A1&office=Alster%20Office", [("tap.way.reader", {})]),
    "unknown desk": ([], "event=start&desk=9F-Z9", [("tap.notRecorded", {}), ("tap.bad.unknownDesk", {"desk": "9F-Z9"})]),
    "invalid event": ([], "event=toggle&desk=6F-A1", [("tap.bad.kind", {})]),
    "tag of another person": ([], "event=end&user=bo", [("tap.otherPerson", {})]),
    "another time": ([], "event=end&at=2026-01-01T09:00:00Z", [("tap.notRecorded", {}), ("tap.notNow", {})]),
}


def send_earlier_taps(page, address, key, user, earlier):
    """Sends earlier taps, like a reader that was offline."""
    now = datetime.datetime.now(datetime.timezone.utc)
    items = []
    for minutes, by, query in earlier:
        fields = dict(part.split("=") for part in query.split("&"))
        items.append({
            "id": str(uuid.uuid4()), "user": user if by == "own" else "bo", "kind": fields["event"], "desk": fields.get("desk"),
            "at": (now - datetime.timedelta(minutes=minutes)).isoformat(timespec="milliseconds")})
    answer = page.request.post(f"{address}/api/taps", data=items, headers={"Authorization": f"Bearer {key}"})
    assert answer.ok and answer.text().count('"accepted"') == len(items), answer.text()


def reads(page, language, text):
    """Waits for a text: a string, or a key and its values, or several such pairs as alternatives."""
    words = [text] if isinstance(text, str) else [say(language, *text[index:index + 2]) for index in range(0, len(text), 2)]
    page.get_by_text(re.compile("|".join(map(re.escape, words)))).first.wait_for()


def answers(phones, address, key):
    own = {"en": "6F-A3", "ja": "6F-A6"}[phones.language]
    for name, case in ANSWERS.items():
        before, query, texts = json.loads(json.dumps(case).replace("{own}", own))
        page, user = phones.signed_in()
        if before:
            send_earlier_taps(page, address, key, user, before)
        page.goto(tag(address, query))
        for text in texts:
            reads(page, phones.language, text)
        if page.locator("main[data-recorded=true]").count():
            assert page.locator(".who-tapped").inner_text()
            # A repeated tap says since when, below its heading.
            assert page.locator("main[data-repeated]").count() or page.locator("h1 time").inner_text()
        # After the end of the day nothing is next.
        assert name != "end" or not page.locator("[data-next]").count()
        phones.look(page, name)
        page.context.close()


def undo(phones, address):
    page, _ = phones.signed_in()
    page.goto(tag(address, HERE))
    recorded(page)
    left = "Number(getComputedStyle(document.querySelector('.undo')).getPropertyValue('--left'))"
    first = page.evaluate(left)
    assert 0 < first <= 60, first
    # The countdown has its whole time before it begins, too.
    before = page.evaluate(f"document.querySelector('.undo').getAnimations()[0].currentTime = -1, {left}")
    assert before == 60, before
    # The countdown is visible.
    while page.evaluate(left) >= first:
        page.wait_for_timeout(100)
    touch(page.locator(".undo").get_by_role("button"))
    page.locator("main[data-undone]").wait_for()
    reads(page, phones.language, ("tap.undone.out", {}))
    assert not page.locator("[data-next]").count()
    phones.look(page, "undone")
    page.context.close()


def open_tag(phones, address):
    """A tag without an event: one touch per event, with the most likely event first."""
    page, _ = phones.signed_in()
    for desk, step, choices, texts in [
        ("6F-A4", "tap.start", 1, ("tap.atWorkAt", {"desk": "6F-A4"})),
        # Within a second the earlier desk may not be known.
        ("6F-A5", "tap.step.move", 3, ("tap.movedFrom", {"from": "6F-A4", "desk": "6F-A5"}, "tap.moved", {"desk": "6F-A5"})),
        ("6F-A5", "tap.pause", 2, ("tap.onBreak", {})),
        ("6F-A5", "tap.step.resume", 2, ("tap.atWorkAt", {"desk": "6F-A5"})),
    ]:
        page.goto(f"{address}/t?desk={desk}")
        first = page.locator("#choices button").first
        assert first.inner_text() == say(phones.language, step), first.inner_text()
        assert page.locator("#choices button").count() == choices
        phones.look(page, f"tag without event, {step}")
        touch(first)
        recorded(page)
        reads(page, phones.language, texts)
        # A screen reader continues here.
        page.locator("#tap:focus").wait_for()
    page.context.close()


def not_signed_in(phones, address):
    page = phones.opened()
    page.goto(tag(address, HERE))
    page.get_by_text("Harbour Office").wait_for()
    page.get_by_role("heading", name=say(phones.language, "tap.atDesk", {
        "verb": say(phones.language, "tap.start"), "desk": "6F-A1"})).wait_for()
    phones.look(page, "not signed in")
    # The personal link, for example from a mail, does not contain the tap.
    page.goto(phones.link())
    touch(page.locator("main").get_by_role("button"))
    recorded(page)
    page.context.close()


def not_me(phones, address):
    page, _ = phones.signed_in()
    page.goto(tag(address, HERE))
    recorded(page)
    name = page.locator(".who-tapped").inner_text()
    touch(page.locator(".not-me summary"))
    phones.look(page, "not me")
    touch(page.locator(".not-me button"))
    page.wait_for_url(re.compile("/sign-in"))
    page.goto(phones.link())
    touch(page.locator("main").get_by_role("button"))
    # The tag's desk is still known, but not its secret word.
    touch(page.locator("#choices button"))
    recorded(page)
    assert page.locator(".who-tapped").inner_text() != name
    page.context.close()


def without_script(phones, address):
    page, _ = phones.signed_in(java_script_enabled=False)
    for query, choices in [(HERE, 1), ("desk=6F-A1", 2)]:
        page.goto(tag(address, query))
        assert page.locator("main button:visible").count() == choices
        touch(page.locator("main button:visible").first)
        recorded(page)
        fits(page)
    touch(page.locator(".undo").get_by_role("button"))
    page.locator("main[data-undone]").wait_for()
    page.context.close()


def main():
    address, key, folder = (sys.argv[1:] + [None])[:3]
    with chromium() as browser:
        for number, (profile, language) in enumerate([("iPhone 15", "en"), ("Pixel 7", "ja")]):
            phones = Phones(browser, address, profile, language, first=30 * number + 1, pictures=folder)
            answers(phones, address, key)
            undo(phones, address)
            open_tag(phones, address)
            not_signed_in(phones, address)
            not_me(phones, address)
            without_script(phones, address)
            print(f"{profile}: done", flush=True)


main()
