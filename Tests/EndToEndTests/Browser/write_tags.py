"""Writes tags on the page for phones, with a stand-in for the browser's NFC reader. Prints the tags as JSON.

Arguments: the server's address, the personal link of an administrator, and optionally a folder for screenshots.
"""

import json
import re
import sys

from axe_playwright_python.sync_playwright import Axe

from office import chromium, fits, signed_in

# Behaves like NDEFReader in Chrome on Android: a tag that arrives gives a reading, and then does a waiting write.
READER = """
const hex = uid => uid.toLowerCase().replace(/..(?=.)/g, '$&:')
let reading, waiting, held
window.tags = {}
window.NDEFReader = class {
    async scan({signal}) {
        if (window.refusesNFC) throw new DOMException('no', 'NotAllowedError')
        reading = this
        signal.addEventListener('abort', () => { reading = undefined })
    }
    #wait(work, signal) {
        return new Promise((resolve, reject) => {
            const mine = waiting = {work, resolve, reject}
            signal.addEventListener('abort', () => {
                if (waiting === mine) waiting = undefined
                reject(signal.reason)
            })
            if (held) meet()
        })
    }
    write(message, {overwrite, signal}) {
        return this.#wait(tag => { if (!overwrite) throw new Error('not empty'); tag.records = message.records }, signal)
    }
    makeReadOnly({signal}) { return this.#wait(tag => { tag.isLocked = true }, signal) }
}
const meet = () => {
    const {work, resolve, reject} = waiting
    waiting = undefined
    if (held.isLocked || held.fails) {
        held.fails = 0
        return reject(new DOMException('failed', 'NetworkError'))
    }
    work(held)
    resolve()
}
window.hold = (uid, more = {}) => {
    held = Object.assign(window.tags[uid] ??= {records: []}, more)
    const records = held.records.map(it => ({recordType: it.recordType, data: new DataView(new TextEncoder().encode(it.data).buffer)}))
    reading?.onreading?.({serialNumber: hex(uid), message: {records}})
    if (waiting) meet()
}
window.lift = () => { held = undefined }
"""


def main():
    address, link, folder = (sys.argv[1:] + [None])[:3]
    with chromium() as browser:
        page = signed_in(browser, link, width=390)
        path = address + "/admin/tags/write?floor=6F"

        def look(name):
            fits(page)
            results = Axe().run(page)
            assert results.violations_count == 0, results.generate_report()
            if folder:
                page.screenshot(path=f"{folder}/{name}.png")

        def says(text):
            page.locator("#status", has_text=re.compile(text)).wait_for()

        def awaits(name):
            page.locator("#current", has_text=name).wait_for()
            says("Hold the phone to a tag")

        def hold(uid, **more):
            page.evaluate("([uid, more]) => hold(uid, more)", [uid, more])

        def lift():
            page.evaluate("lift()")

        def write(uid, name, again=False):
            if name and not again:
                awaits(name)
            if again:
                page.locator("#current", has_text=name).wait_for()
                # It holds the address of the desk for which it was overwritten.
                hold(uid)
                says("To overwrite it, hold the phone to it again")
                lift()
            hold(uid)
            says("Lift the phone, then hold it to the same tag again")
            lift()
            hold(uid)
            lift()

        def hold_before_writing(first, second):
            """The second tag comes while the first one is registered."""
            page.route("**/api/tags/certificates", lambda route: (
                page.evaluate("second => { lift(); setTimeout(() => hold(second), 300) }", second), route.continue_()), times=1)
            hold(first)

        page.goto(path)
        page.get_by_text("This browser cannot write tags.").wait_for()
        assert not page.locator("#writing").is_visible()
        look("no-nfc")

        page.add_init_script(READER)
        page.goto(path)
        page.evaluate("window.refusesNFC = true")
        page.locator("#begin").click()
        says("The browser cannot use NFC")
        page.evaluate("window.refusesNFC = false")
        page.locator("#begin").click()
        write("04A35C00000001", "6F-A1, clock-in")

        # A finished tag, a tag that is lifted too early, and another tag when the first one is read back.
        awaits("6F-A2, clock-in")
        look("writing")
        hold("04A35C00000001")
        says("This tag is already written for 6F-A1, clock-in. Use another tag.")
        lift()
        hold("04A35C00000002", fails=1)
        says("Not written")
        lift()
        hold("04A35C00000002")
        says("Lift the phone")
        lift()
        hold("04A35C00000009")
        says("This is not the same tag")
        look("problem")
        lift()
        hold("04A35C00000002")
        says("Lift the phone")
        lift()
        hold("04A35C00000002")
        lift()

        # A tag that is lifted before it is written, while a finished tag comes: that one is written again.
        awaits("6F-A3, clock-in")
        hold_before_writing("04A35C00000003", "04A35C00000002")
        says("the tag of 6F-A2, clock-in may be overwritten. Write it again")
        lift()
        write("04A35C00000003", None)
        write("04A35C00000002", "6F-A2, clock-in", again=True)

        # A tag that is gone when it should be written is not waited for.
        awaits("6F-A4, clock-in")
        page.evaluate("hold('04A35C00000004'); lift()")
        says("Not written")

        # A tag that failed for one desk is used for the next one. Locking is repeated without writing.
        page.locator("#skip").click()
        page.locator("#lock").check()
        awaits("6F-A5, clock-in")
        hold("04A35C00000004")
        says("Lift the phone")
        lift()
        page.evaluate("hold('04A35C00000004'); lift()")
        says("Written, but not locked.")
        hold("04A35C00000004")
        lift()

        # The server is away after the tag was locked: it is neither written nor locked again.
        awaits("6F-A6, clock-in")
        page.route("**/written", lambda route: route.abort(), times=1)
        hold("04A35C00000005")
        says("Lift the phone")
        lift()
        hold("04A35C00000005")
        says("The server is not responding")
        lift()
        hold("04A35C00000005")
        lift()

        # A tag of another desk that was written elsewhere, and one that is registered for another desk.
        awaits("6F-A7, clock-in")
        page.evaluate("tags['04A35C00000006'] = {records: [{recordType: 'url', data: document.querySelectorAll('#tags li')[7].dataset.address + '&k=x'}]}")
        hold("04A35C00000006")
        says("This tag is for 6F-A8, clock-in. To overwrite it, hold the phone to it again")
        lift()
        hold("04A35C00000006")
        says("Lift the phone")
        lift()
        hold("0400000000000A")
        says("This is not the same tag")
        lift()
        hold("0400000000000A")
        says("is already registered for clock-in at 6F-A1")
        hold("08A1B2C3")
        says("shows a different UID each time")
        lift()
        page.locator("#stop").click()
        says("Some tags are not written yet")
        print(json.dumps(page.evaluate("tags")))
        page.reload()
        assert page.locator("#tags li[data-written]").all_inner_texts() == [
            f"6F-A{number}, clock-in\nwritten" for number in (1, 2, 3, 5, 6)], page.locator("#tags").inner_text()
        page.locator("#begin").click()
        awaits("6F-A4, clock-in")
        look("again")


main()
