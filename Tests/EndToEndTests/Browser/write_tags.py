"""Writes tags on the page for phones, with a stand-in for the browser's NFC reader. Prints the tags as JSON.

Arguments: the server's address, the personal link of an administrator, and optionally a folder for screenshots.
"""

import json
import re
import sys

from axe_playwright_python.sync_playwright import Axe

from office import chromium, fits, signed_in

# Behaves like NDEFReader: a waiting write is done by the tag that is held to the phone, and such a tag gives no reading.
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
            signal.addEventListener('abort', () => reject(signal.reason))
            waiting = {work, resolve, reject}
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
    held = window.tags[uid] ??= {records: [], ...more}
    if (waiting) return meet()
    const records = held.records.map(it => ({recordType: it.recordType, data: new DataView(new TextEncoder().encode(it.data).buffer)}))
    reading?.onreading?.({serialNumber: hex(uid), message: {records}})
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

        def write(uid, name, **more):
            awaits(name)
            hold(uid, **more)
            says("Lift the phone, then hold it to the same tag again")
            lift()
            hold(uid)
            lift()

        page.goto(path)
        page.get_by_text("This browser cannot write tags.").wait_for()
        assert not page.locator("#writing").is_visible()
        look("no-nfc")

        page.add_init_script(READER)
        page.goto(path)
        page.evaluate("window.refusesNFC = true")
        page.locator("#begin").click()
        says("not allowed to use NFC")
        page.evaluate("window.refusesNFC = false")
        page.locator("#begin").click()
        write("04A35C00000001", "6F-A1, start")
        # A tag that is lifted too early, then another tag when this one is read back.
        awaits("6F-A2, start")
        look("writing")
        hold("04A35C00000001")
        says("This tag was written for 6F-A1, start. Use another tag.")
        lift()
        hold("04A35C00000002", fails=1)
        says("The tag was not written.")
        lift()
        hold("04A35C00000002")
        says("Lift the phone")
        lift()
        hold("04A35C00000009")
        says("This is another tag than before")
        look("problem")
        lift()
        hold("04A35C00000002")
        says("Lift the phone")
        lift()
        hold("04A35C00000002")
        lift()
        page.locator("#lock").check()
        write("04A35C00000003", "6F-A3, start")
        says("Keep the phone on the tag while it is locked")
        hold("04A35C00000003")
        lift()
        awaits("6F-A4, start")
        page.locator("#skip").click()
        awaits("6F-A5, start")
        # A tag of another desk.
        hold("04A35C0000000A")
        says("stands for start at 6F-A1")
        page.locator("#stop").click()
        says("Some tags are not written yet")
        print(json.dumps(page.evaluate("tags")))
        page.reload()
        assert page.locator("#tags li[data-written]").all_inner_texts() == [
            f"6F-A{number}, start\nwritten" for number in (1, 2, 3)], page.locator("#tags").inner_text()
        page.locator("#begin").click()
        awaits("6F-A4, start")
        look("again")


main()
