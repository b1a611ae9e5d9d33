"""The floor editor: a floor is drawn, published and changed with mouse and keyboard.

Arguments: the server's address, the personal links of an administrator and of an employee, and a folder for screenshots or an
empty string.
"""

import http.client
import re
import sys
import urllib.parse

from axe_playwright_python.sync_playwright import Axe

from active_plan import Elsewhere, tried
from office import chromium, fits, signed_in

PLAN = b"""<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1400 900'>
<path d='M20 20H1380V880H20Z M900 20V400H1380' fill='none' stroke='#888' stroke-width='12'/></svg>"""

THIN_PLAN = b"""<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1400 900'>
<path d='M20 440H1380' stroke='#888' stroke-width='2'/></svg>"""


def ready(page):
    page.locator("body[data-ready]").wait_for()


def names(page, kind="desk"):
    return [label.split(",")[0] for label in page.locator(f".piece.{kind}").evaluate_all(
        "all => all.map(it => it.getAttribute('aria-label'))")]


def place(page, name):
    label = page.locator(f'.piece[aria-label^="{name},"]').get_attribute("aria-label")
    return tuple(int(number) for number in re.search(r"at (-?\d+), (-?\d+)", label).groups())


def chairs(page, sides):
    """Waits until the chairs stand on these sides ("above" or "below") of the desks, by name; all other desks have none."""
    page.wait_for_function(
        """sides => {
            const shown = {};
            for (const chair of document.querySelectorAll('.piece.desk > .chair[visibility="visible"]')) {
                const name = chair.parentElement.getAttribute("aria-label").split(",")[0];
                shown[name] = chair.getAttribute("href") === "#chair-above" ? "above" : "below";
            }
            return JSON.stringify(Object.entries(shown).sort()) === JSON.stringify(Object.entries(sides).sort());
        }""", arg=sides)


def said(page, text):
    page.locator("#said", has_text=text).wait_for()


def point(page, x, y):
    """The screen coordinates of a point of the drawing."""
    box = page.locator("#drawing").bounding_box()
    scale = box["width"] / int(page.locator("#drawing").get_attribute("viewBox").split()[2])
    return box["x"] + x * scale, box["y"] + y * scale


def drag(page, start, end):
    page.mouse.move(*point(page, *start))
    page.mouse.down()
    page.mouse.move(*point(page, *[(a + b) / 2 for a, b in zip(start, end)]))
    page.mouse.move(*point(page, *end))
    page.mouse.up()


def by_mouse(page):
    page.get_by_role("button", name="Desk", exact=True).click()
    page.mouse.click(*point(page, 200, 200))
    assert names(page) == ["9F-A1"] and place(page, "9F-A1") == (140, 160), place(page, "9F-A1")
    page.mouse.click(*point(page, 400, 200))
    page.get_by_role("button", name="Select", exact=True).click()
    drag(page, (400, 200), (403, 351))
    said(page, "9F-A2 moved to")
    assert place(page, "9F-A2") == (340, 310), place(page, "9F-A2")
    # Select both with a frame, then align them.
    drag(page, (60, 60), (700, 600))
    assert page.locator('.piece[aria-pressed="true"]').count() == 2
    page.get_by_role("button", name="Top", exact=True).click()
    assert place(page, "9F-A2") == (340, 160)
    page.get_by_role("button", name="Undo").click()
    assert place(page, "9F-A2") == (340, 310)
    page.get_by_role("button", name="Redo").click()
    assert place(page, "9F-A2") == (340, 160)
    page.get_by_role("button", name="Room", exact=True).click()
    drag(page, (1000, 100), (1300, 300))
    assert names(page, "room") == ["Room 1"] and place(page, "Room 1") == (1000, 100)
    page.get_by_label("Name", exact=True).fill("Kitchen")
    page.get_by_label("Name", exact=True).press("Tab")
    assert names(page, "room") == ["Kitchen"]


def by_keyboard(page):
    stage = page.locator("#stage")
    stage.focus()
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    assert names(page) == ["9F-A1", "9F-A2", "9F-A3"]
    before = place(page, "9F-A3")
    for key in ["ArrowRight", "ArrowRight", "Shift+ArrowDown"]:
        page.keyboard.press(key)
    assert place(page, "9F-A3") == (before[0] + 20, before[1] + 1)
    # Undo reverts keystrokes in quick succession as one step.
    page.keyboard.press("Control+z")
    assert place(page, "9F-A3") == before
    said(page, "Undone: 9F-A3 moved")
    page.keyboard.press("Control+z")
    assert names(page) == ["9F-A1", "9F-A2"]
    page.keyboard.press("Control+Shift+Z")
    page.keyboard.press("Control+Shift+Z")
    assert place(page, "9F-A3") == (before[0] + 20, before[1] + 1)
    # Extends the selection from piece to piece.
    page.locator('.piece[aria-label^="9F-A1,"]').focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    assert page.locator('.piece[aria-pressed="true"]').count() == 2
    page.keyboard.press("Escape")
    # Selects all pieces from any focus.
    page.get_by_role("button", name="Select", exact=True).focus()
    page.keyboard.press("Control+a")
    assert page.locator('.piece[aria-pressed="true"]').count() == page.locator(".piece").count() == 4
    page.locator('.piece[aria-label^="9F-A3,"]').focus()
    page.keyboard.press("Escape")
    page.locator('.piece[aria-label^="9F-A3,"]').focus()
    page.keyboard.press("Delete")
    assert names(page) == ["9F-A1", "9F-A2"]


def with_chairs(page):
    """The chairs follow the desks, also of rows that are not added yet, without saving."""
    chairs(page, {"9F-A1": "below", "9F-A2": "below"})
    page.keyboard.press("Escape")
    # Rows face each other without a place for chairs between them.
    page.locator('.piece[aria-label^="9F-A2,"]').focus()
    for label, value in ("Left", "140"), ("Top", "258"):
        page.locator("#inspector").get_by_label(label, exact=True).fill(value)
        page.locator("#inspector").get_by_label(label, exact=True).press("Tab")
    chairs(page, {"9F-A1": "above", "9F-A2": "below"})
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    chairs(page, {"9F-A1": "below", "9F-A2": "below"})
    # Above the bottom of the drawing.
    page.locator('.piece[aria-label^="9F-A2,"]').focus()
    page.locator("#inspector").get_by_label("Top", exact=True).fill("816")
    page.locator("#inspector").get_by_label("Top", exact=True).press("Tab")
    chairs(page, {"9F-A1": "below", "9F-A2": "above"})
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Deselect").click()
    page.get_by_label("Desks per row", exact=True).fill("2")
    page.get_by_label("Name of the first desk", exact=True).focus()
    page.locator('.planned .chair[visibility="visible"]').nth(1).wait_for(state="attached")
    page.locator("#stage").focus()
    assert page.locator(".planned .chair").count() == 0


def rows_apart(page):
    """A row without names has the next letter, and stands below the desks. Rows and copies leave room for chairs."""
    page.keyboard.press("Escape")
    page.get_by_label("Desks per row", exact=True).fill("3")
    page.get_by_role("button", name="Add", exact=True).click()
    row = ["9F-B1", "9F-B2", "9F-B3"]
    assert names(page)[2:] == row, names(page)
    assert [place(page, name) for name in row] == [(140, 310), (266, 310), (392, 310)], place(page, "9F-B1")
    page.get_by_role("button", name="Duplicate").click()
    copies = ["9F-B4", "9F-B5", "9F-B6"]
    assert names(page)[5:] == copies, names(page)
    assert [place(page, name) for name in copies] == [(140, 460), (266, 460), (392, 460)], place(page, "9F-B4")
    page.get_by_role("button", name="Undo").click()
    # The row below the selected row, whose place is free again.
    page.locator('.piece[aria-label^="9F-B1,"]').focus()
    page.get_by_role("button", name="Deselect").click()
    page.get_by_label("Name of the first desk", exact=True).fill("9F-D1")
    page.get_by_role("button", name="Add", exact=True).click()
    assert names(page)[5:] == ["9F-D1", "9F-D2", "9F-D3"] and place(page, "9F-D1") == (140, 460), place(page, "9F-D1")
    assert page.locator(".piece[data-wrong]").count() == 0
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    assert names(page) == ["9F-A1", "9F-A2"]


def many_rows(page):
    """Several rows are one step: shown before they are added, below the last row or in the selected room, or not at all."""
    add, planned = page.get_by_role("button", name="Add", exact=True), page.locator(".planned text")
    page.keyboard.press("Escape")
    page.get_by_label("Rows", exact=True).fill("3")
    page.get_by_label("Desks per row", exact=True).fill("2")
    page.get_by_label("Name of the first desk", exact=True).focus()
    desks = ["9F-B1", "9F-B2", "9F-C1", "9F-C2", "9F-D1", "9F-D2"]
    assert planned.all_text_contents() == desks, planned.all_text_contents()
    add.click()
    said(page, "6 desks added, 9F-B1 to 9F-D2")
    assert names(page)[2:] == desks and planned.count() == 0, names(page)
    assert [place(page, name) for name in desks[::2]] == [(140, 310), (140, 458), (140, 606)], place(page, "9F-C1")
    # No further row has room for its chairs below the last one. Beside it would be the wrong place.
    page.get_by_role("button", name="Deselect").click()
    add.click()
    page.locator("#inspector", has_text="to 1180, or select another room").wait_for()
    assert len(names(page)) == 8 and planned.count() == 0
    page.get_by_role("button", name="Undo").click()
    assert names(page) == ["9F-A1", "9F-A2"]
    # In the selected room, which has space for one row of two.
    page.locator('.piece[aria-label^="Kitchen,"]').focus()
    add.click()
    page.locator("#inspector", has_text="No space here.").wait_for()
    page.get_by_label("Rows", exact=True).fill("1")
    page.get_by_label("Name of the first desk", exact=True).fill("9F-K01")
    add.click()
    assert names(page)[2:] == ["9F-K01", "9F-K02"] and place(page, "9F-K01") == (1014, 114), place(page, "9F-K01")
    # A copy stays in the room, too, and a room without space has none.
    page.get_by_role("button", name="Duplicate").click()
    page.locator("#refusal", has_text="No space here.").wait_for()
    page.get_by_role("button", name="Undo").click()
    assert names(page) == ["9F-A1", "9F-A2"] and page.locator("#refusal").is_hidden()


def in_rows(page):
    page.keyboard.press("Escape")
    page.get_by_label("Desks per row", exact=True).fill("4")
    page.get_by_label("Name of the first desk", exact=True).fill("9F-B1…B5")
    page.get_by_role("button", name="Add", exact=True).click()
    page.locator("#inspector", has_text="Names in the pattern: 5. Desks: 4.").wait_for()
    page.get_by_label("Name of the first desk", exact=True).fill("9f-b01")
    page.get_by_role("button", name="Add", exact=True).click()
    assert names(page)[2:] == ["9F-B01", "9F-B02", "9F-B03", "9F-B04"]
    # The focus is on the new row. Escape deselects it, and the form for another row is back.
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("9F-B01,")
    page.keyboard.press("Escape")
    assert page.locator('.piece[aria-pressed="true"]').count() == 0
    page.get_by_role("button", name="Undo").click()
    page.get_by_label("Name of the first desk", exact=True).fill("9f-b01")
    page.get_by_role("button", name="Add", exact=True).click()
    assert names(page)[2:] == ["9F-B01", "9F-B02", "9F-B03", "9F-B04"]
    page.get_by_label("Pattern for 4 desks").fill("9F-C1…C4")
    page.get_by_role("button", name="Rename").click()
    assert names(page)[2:] == ["9F-C1", "9F-C2", "9F-C3", "9F-C4"]
    page.get_by_label("Monitor", exact=True).check()
    page.get_by_label("Out of service", exact=True).check()
    reason = page.get_by_label("Reason", exact=True)
    assert reason.input_value() == "" and reason.get_attribute("placeholder") == "no reason given"
    reason.fill("being painted")
    reason.press("Tab")
    page.locator("#list summary").click()
    field = page.locator("#list").get_by_label("9F-C4 Rotation (degrees)")
    field.fill("15")
    field.press("Tab")
    page.locator('#list input[type="checkbox"]').first.check()
    page.locator("#list summary").click()
    # Escape deselects from any focus that is not a text field, and so does a button.
    page.keyboard.press("Control+a")
    assert page.locator('.piece[aria-pressed="true"]').count() > 1
    page.keyboard.press("Escape")
    assert page.locator('.piece[aria-pressed="true"]').count() == 0
    page.keyboard.press("Control+a")
    page.get_by_role("button", name="Deselect").click()
    assert page.locator('.piece[aria-pressed="true"]').count() == 0
    page.get_by_role("button", name="Add", exact=True).wait_for()
    assert page.evaluate("document.activeElement.id") == "stage"


def announced(page, address, length):
    """Announces a body but sends none, because a sending client may see the closed connection before the answer."""
    place = urllib.parse.urlsplit(address)
    connection = http.client.HTTPConnection(place.netloc, timeout=30)
    connection.putrequest("POST", place.path)
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in page.context.cookies())
    for name, value in [("Content-Length", length), ("Cookie", cookies), ("Origin", f"{place.scheme}://{place.netloc}")]:
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    status, text = answer.status, answer.read().decode()
    connection.close()
    return status, text


def plan_only_shown(page, elsewhere):
    """On the map, and when it is opened by itself."""
    map_page = page.url
    plan = page.locator("image.picture")
    box = plan.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 3)
    alone = page.context.new_page()
    alone.goto(urllib.parse.urljoin(map_page, plan.get_attribute("href")))
    alone.wait_for_load_state("networkidle")
    assert page.url == map_page and page.title() != "taken", (page.url, page.title())
    # Another plan, which nothing hinders. Whatever the first one could do had more time.
    control = Elsewhere()
    alone.goto(control.address + "/")
    alone.wait_for_load_state("networkidle")
    alone.mouse.click(700, 300)
    alone.wait_for_url(control.address + "/link")
    assert tried(control.asked), control.asked
    elsewhere.was_left_alone()
    alone.close()
    print("plan_only_shown: done", flush=True)


def uploaded(page, plan):
    before = page.locator("#drawing image").get_attribute("href")
    page.locator('input[type="file"]').set_input_files({"name": "plan.svg", "mimeType": "image/svg+xml", "buffer": plan})
    page.wait_for_function(
        """before => {
            const now = document.querySelector("#drawing image").getAttribute("href");
            return now !== before && now?.startsWith("/floors/pictures/");
        }""", arg=before)
    page.evaluate("""() => {
        const plan = new Image();
        plan.src = document.querySelector("#drawing image").getAttribute("href");
        return plan.decode();
    }""")


def with_a_plan(page, elsewhere):
    page.locator("#stage").focus()
    page.keyboard.press("Escape")
    # No row is added on the other side of a wall, however thin it is.
    uploaded(page, THIN_PLAN)
    page.get_by_role("button", name="Add", exact=True).click()
    page.locator("#inspector", has_text="No space here.").wait_for()
    assert len(names(page)) == 6
    uploaded(page, PLAN)
    # A row stands between the walls of the plan: 140, below the row before, is too far right for ten desks.
    page.get_by_label("Desks per row", exact=True).fill("10")
    page.get_by_label("Name of the first desk", exact=True).fill("9F-D1")
    page.get_by_role("button", name="Add", exact=True).click()
    assert (place(page, "9F-D1"), place(page, "9F-D10")) == ((120, 480), (1254, 480)), place(page, "9F-D1")
    page.get_by_role("button", name="Undo").click()
    # No row is added through a wall.
    page.get_by_label("Desks per row", exact=True).fill("11")
    page.get_by_role("button", name="Add", exact=True).click()
    page.locator("#inspector", has_text="No space here.").wait_for()
    assert len(names(page)) == 6
    page.locator('input[type="file"]').set_input_files(
        {"name": "plan.png", "mimeType": "image/png", "buffer": b"x" * (11 << 20)})
    page.locator("#problem", has_text="larger than 10 MB").wait_for()
    # The server refuses it, too.
    answer = page.request.post(page.url + "/picture", data=b"x" * (11 << 20))
    assert answer.status == 413 and "larger than 10 MB" in answer.text(), answer.text()
    # A body above the server's limit is refused before it is read.
    status, text = announced(page, page.url + "/picture", 30 << 20)
    assert status == 413 and "too_many_bytes" in text, text
    assert len(names(page)) == 6
    uploaded(page, elsewhere.plan)


def published(page, ada, address, theirs):
    page.get_by_role("button", name="Save draft").click()
    page.locator("#note", has_text="Draft saved.").wait_for()
    page.get_by_role("button", name="Discard draft").wait_for()
    assert "9F-C1" not in ada.request.get(address + "/map/9F").text()
    # Overlapping desks are marked at once and refused by the server.
    page.locator('.piece[aria-label^="9F-A2,"]').focus()
    page.locator("#inspector").get_by_label("Left", exact=True).fill("150")
    page.locator("#inspector").get_by_label("Left", exact=True).press("Tab")
    assert page.locator(".piece[data-wrong]").count() == 2
    page.get_by_role("button", name="Publish").click()
    page.locator("#problem", has_text="9F-A2 overlaps 9F-A1").wait_for()
    page.keyboard.press("Control+z")
    assert page.locator(".piece[data-wrong]").count() == 0
    page.get_by_role("button", name="Publish").click()
    page.locator("#note", has_text="Published").wait_for()
    assert page.locator("#discard").is_hidden()
    # Another page that still has the old version.
    theirs.get_by_role("button", name="Save draft").click()
    theirs.locator("#problem", has_text="changed this floor in the meantime").wait_for()
    # A refusal of the editor leaves the ways out of the conflict.
    theirs.locator("#stage").focus()
    theirs.keyboard.press("d")
    theirs.locator("#inspector").get_by_label("Width", exact=True).fill("1000")
    theirs.locator("#inspector").get_by_label("Width", exact=True).press("Tab")
    for _ in range(20):
        if theirs.locator("#refusal").is_visible():
            break
        theirs.get_by_role("button", name="Duplicate").click()
    theirs.locator("#refusal", has_text="No space here.").wait_for()
    with theirs.expect_download() as download:
        theirs.get_by_role("button", name="Save my changes as a file").click()
    assert download.value.suggested_filename == "9F.json"
    ada.goto(address + "/map/9F")
    ada.locator("#live[data-live]").wait_for()
    ada.locator('#desk-9F-C4[aria-label="9F-C4: out of service, being painted"]').wait_for()
    assert ada.locator(".desk").count() == 6
    ada.locator("image.picture").wait_for()


def desk_in_use_removed(page, ada, address):
    """The editor names the people at a desk before the desk is removed."""
    answer = ada.request.post(address + "/t?event=start&desk=9F-A1")
    assert answer.ok, answer.text()
    page.reload()
    ready(page)
    page.locator('.piece[aria-label^="9F-A1,"]').focus()
    page.keyboard.press("Delete")
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("dialog").get_by_text("Removed desks (1): 9F-A1.").wait_for()
    page.get_by_role("dialog").get_by_role("button", name="Publish").click()
    page.get_by_role("dialog").get_by_text("Ada Lindqvist at 9F-A1").wait_for()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("dialog").get_by_role("button", name="Publish").click()
    page.get_by_role("dialog").get_by_role("button", name="Publish anyway").click()
    page.locator("#note", has_text="Published").wait_for()


def desk_renamed(page):
    """The editor says that a renamed desk needs a new code, also after the draft was saved and loaded, and links to the code."""
    page.locator('.piece[aria-label^="9F-A2,"]').focus()
    page.locator("#inspector", has_text="Letters become capitals").wait_for()
    page.get_by_label("Name", exact=True).fill("window")
    page.get_by_label("Name", exact=True).press("Tab")
    assert "WINDOW" in names(page), names(page)
    page.get_by_role("button", name="Save draft").click()
    page.locator("#note", has_text="Draft saved.").wait_for()
    page.reload()
    ready(page)
    page.get_by_role("button", name="Publish").click()
    question = page.get_by_role("dialog")
    question.get_by_text("9F-A2 becomes WINDOW. Printed codes and tags with the old names stop working").wait_for()
    assert question.get_by_text("removed").count() == 0
    question.get_by_role("button", name="Publish").click()
    link = page.locator("#note").get_by_role("link", name="Print the new codes")
    link.wait_for()
    assert link.get_attribute("href").endswith("floor=9F&desks=WINDOW"), link.get_attribute("href")


def draft_discarded(page):
    """A draft is discarded after a question, also with changes that are not saved."""
    before = names(page)
    page.locator("#stage").focus()
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    page.get_by_role("button", name="Save draft").click()
    page.locator("#note", has_text="Draft saved.").wait_for()
    page.locator("#stage").focus()
    page.keyboard.press("d")
    page.get_by_role("button", name="Discard draft").click()
    question = page.get_by_role("dialog")
    question.get_by_text("unsaved changes will be deleted").wait_for()
    question.get_by_role("button", name="Cancel").click()
    assert len(names(page)) == len(before) + 2
    page.get_by_role("button", name="Discard draft").click()
    question.get_by_role("button", name="Discard draft").click()
    page.locator("#done", has_text="Draft discarded.").wait_for()
    ready(page)
    assert sorted(names(page)) == sorted(before) and page.locator("#discard").is_hidden()


def buttons_visible(page):
    """The buttons of the selection are within the panel, also in a low window."""
    page.set_viewport_size({"width": 1280, "height": 640})
    page.locator('.piece[aria-label^="9F-C2,"]').focus()
    panel, button = page.locator("#inspector").bounding_box(), page.get_by_role("button", name="Remove", exact=True).bounding_box()
    assert button["y"] + button["height"] <= panel["y"] + panel["height"], (panel, button)
    page.set_viewport_size({"width": 1280, "height": 844})


def looks_right(page, folder):
    for scheme in ("light", "dark"):
        for width, height in ((1280, 844), (390, 844), (320, 844)):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": height})
            fits(page)
            violations = Axe().run(page).response["violations"]
            assert not violations, (scheme, width, [
                (it["id"], [node["html"][:200] + node["failureSummary"] for node in it["nodes"][:2]]) for it in violations])
            if folder:
                page.screenshot(path=f"{folder}/floor-{scheme}-{width}.png", full_page=True)
    page.set_viewport_size({"width": 1280, "height": 844})


def main():
    address, admin_link, employee_link, folder = (sys.argv + [""])[1:5]
    with chromium() as browser:
        page, ada = signed_in(browser, admin_link), signed_in(browser, employee_link)
        problems = []
        page.on("console", lambda message: problems.append(message.text) if "Security Policy" in message.text else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto(address + "/admin/floors")
        page.get_by_label("Name", exact=True).last.fill("9F")
        page.get_by_role("button", name="Add and draw").click()
        ready(page)
        elsewhere = Elsewhere()
        for step, *arguments in [(by_mouse,), (by_keyboard,), (with_chairs,), (rows_apart,), (many_rows,), (in_rows,), (with_a_plan, elsewhere)]:
            step(page, *arguments)
            print(f"{step.__name__}: done", flush=True)
        theirs = page.context.new_page()
        theirs.goto(page.url)
        ready(theirs)
        looks_right(page, folder)
        published(page, ada, address, theirs)
        print("published: done", flush=True)
        plan_only_shown(ada, elsewhere)
        theirs.close(run_before_unload=False)
        desk_in_use_removed(page, ada, address)
        desk_renamed(page)
        draft_discarded(page)
        buttons_visible(page)
        page.locator('.piece[aria-label^="9F-C2,"]').focus()
        page.keyboard.press("Space")
        looks_right(page, folder and folder + "/chosen")
        page.goto(address + "/admin/floors")
        looks_right(page, folder and folder + "/list")
        page.get_by_text("Rename or remove").last.click()
        page.get_by_role("link", name=re.compile("Remove the floor.*9F")).click()
        looks_right(page, folder and folder + "/remove")
        page.request.post(address + "/language", form={"language": "ja"})
        page.goto(ada.url.replace("/map/9F", "/admin/floors"))
        page.get_by_role("link", name=re.compile("^9F")).click()
        ready(page)
        looks_right(page, folder and folder + "/ja")
        assert not problems, problems
        print("all done")


main()
