"""The office map on a desktop screen, an iPhone and a Pixel: live updates between people, and all ways to navigate the plan.

Arguments: the server's address, the personal links of Ada, Bo and Lea, who is administrator, and the link of a display of 6F.
"""

import re
import sys
import time

from axe_playwright_python.sync_playwright import Axe

from office import chromium, fits, say, signed_in

PROFILES = ["desktop", "iPhone 15", "Pixel 7"]
# For each text on desks and rooms, the lowest contrast to any colour below it (WCAG 2.2, 1.4.3). A hatched desk has the colours
# of its ground and of its lines.
CONTRASTS = """() => {
    const channels = colour => colour.match(/[\\d.]+/g).map(Number)
    const luminance = colour => colour.slice(0, 3).map(it => it / 255)
        .map(it => it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4)
        .reduce((sum, it, index) => sum + it * [0.2126, 0.7152, 0.0722][index], 0)
    const ratio = (one, other) => {
        const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
        return (light + 0.05) / (dark + 0.05)
    }
    const floor = channels(getComputedStyle(document.querySelector('.floor-ground')).fill)
    const seen = shape => {
        const style = getComputedStyle(shape)
        if (style.fill === 'none') return floor
        const alpha = (channels(style.fill)[3] ?? 1) * style.fillOpacity
        return channels(style.fill).slice(0, 3).map((it, index) => it * alpha + floor[index] * (1 - alpha))
    }
    const under = shape => {
        const pattern = getComputedStyle(shape).fill.match(/#([^")]+)/)
        return pattern ? [...document.getElementById(pattern[1]).children].map(seen) : [seen(shape)]
    }
    return [...document.querySelectorAll('.desk text, .room text')].map(text => {
        const piece = text.closest('.desk, .room')
        const colour = channels(getComputedStyle(text).fill)
        const least = Math.min(...under(piece.querySelector('.top, rect')).map(it => ratio(colour, it)))
        return [`${piece.dataset.state ?? 'room'} ${text.classList}`, least]
    })
}"""


def is_live(page):
    page.locator("#live[data-live]").wait_for()


def shows(page, desk, label):
    """Waits until a desk's label begins with `label`."""
    page.locator(f'#desk-{desk}[aria-label^="{label}"]').wait_for()


def taps(page, address, event, desk=None):
    """Sends a tap of the signed-in person, as the tap page does."""
    answer = page.request.post(f"{address}/t?event={event}" + (f"&desk={desk}" if desk else ""))
    assert answer.ok, answer.text()


def zoomed(page):
    return page.locator("#stage[data-zoomed]").count() == 1


def settled(page):
    """Waits until the plan has stopped moving."""
    page.locator("#stage:not([data-moving])").wait_for()


def scale(page):
    return page.locator("#map").evaluate("map => new DOMMatrix(getComputedStyle(map).transform).a")


def how_soon(page, desk, change):
    """Milliseconds from a change to its appearance at the desk in another window."""
    said = page.evaluate_handle(
        """desk => ({ change: new Promise((done) => {
            const watcher = new MutationObserver(() => requestAnimationFrame(() => done(Date.now())));
            watcher.observe(document.getElementById("desk-" + desk), { attributeFilter: ["data-state"] });
        }) })""", desk)
    began = time.time()
    change()
    return said.evaluate("it => it.change") - began * 1000


def two_people(ada, bo, address):
    delay = how_soon(ada, "6F-A4", lambda: taps(bo, address, "start", "6F-A4"))
    print(f"a tap is on the map in another window after {delay:.0f} ms", flush=True)
    assert 0 < delay < 60_000, delay
    shows(ada, "6F-A4", "6F-A4: Bo Nakamura, at work since")
    ada.locator("#announcer", has_text="6F-A4: Bo Nakamura, at work since").wait_for()
    tab = ada.locator('[data-floor-tab="6F"]')
    tab.locator('[data-count="work"]', has_text="1").wait_for()
    # The reason of a desk that is out of service is still shown after updates of other desks.
    shows(ada, "6F-A8", "6F-A8: out of service, no lamp")
    taps(bo, address, "pause")
    shows(ada, "6F-A4", "6F-A4: Bo Nakamura, on a break since")
    shows(bo, "6F-A4", "6F-A4: Bo Nakamura, on a break since")
    # The map marks the viewer's own desk only.
    bo.locator('#desk-6F-A4[aria-current="location"]', has_text="You").wait_for()
    assert ada.locator("#desk-6F-A4[aria-current]").count() == 0
    tab.locator('[data-count="pause"]', has_text="1").wait_for()


def beside(page, desk):
    """Checks that the card is within the window, beside its desk; on a phone at the bottom."""
    settled(page)
    card, top, width, height = page.evaluate(
        """desk => [...[document.getElementById("details"), document.querySelector(`#desk-${desk} .top`)].map(element => {
            const { left, top, right, bottom } = element.getBoundingClientRect()
            return { left, top, right, bottom }
        }), document.documentElement.clientWidth, document.documentElement.clientHeight]""", desk)
    assert card["left"] > -1 and card["top"] > -1 and card["right"] < width + 1 and card["bottom"] < height + 1, (card, width, height)
    if page.viewport_size["width"] < 640:
        assert abs(card["bottom"] - height) < 1, (card, height)
    else:
        apart = max(
            card["left"] - top["right"], top["left"] - card["right"], card["top"] - top["bottom"], top["top"] - card["bottom"])
        assert 0 <= apart < 20, (card, top)


def details_of_person(ada, address):
    ada.locator("#desk-6F-A4").click()
    card = ada.get_by_role("dialog", name="Bo Nakamura")
    card.get_by_text("On a break since").wait_for()
    card.get_by_text("Team: Design").wait_for()
    beside(ada, "6F-A4")
    link = card.get_by_role("link", name="Show in Who is here")
    assert link.get_attribute("href") == address + "/now?find=Bo+Nakamura", link.get_attribute("href")
    # The card of the next desk has nothing of the person.
    ada.keyboard.press("Escape")
    card.wait_for(state="hidden")
    ada.locator("#desk-6F-A1").click()
    card = ada.get_by_role("dialog", name="Free")
    card.wait_for()
    assert card.get_by_text("Team").count() == 0 and card.get_by_role("link").count() == 0
    beside(ada, "6F-A1")
    card.get_by_role("button").click()


def large_floor(lea, address):
    """On a floor with 208 desks, each desk is a target of at least 24 by 24 pixels, and the focus moves the plan."""
    lea.goto(address + "/map/XL?office=Alster%20Office")
    is_live(lea)
    fits(lea)

    def smallest():
        settled(lea)
        return lea.evaluate("""() => Math.min(...[...document.querySelectorAll(".desk .top")].flatMap(top => {
            const { width, height } = top.getBoundingClientRect()
            return [width, height]
        }))""")

    assert lea.locator(".desk").count() == 208 and smallest() >= 24, smallest()
    if lea.viewport_size["width"] < 640:
        # On a phone, a free desk shows the end of its id.
        name = lea.locator("#desk-XL-A1 .desk-id")
        assert name.is_visible() and name.locator("tspan").is_hidden() and name.bounding_box()["height"] > 9
    lea.get_by_role("button", name="Zoom out").click()
    assert smallest() >= 24, smallest()
    lea.locator("#desk-XL-A1").focus()
    lea.keyboard.press("End")
    settled(lea)
    last = lea.evaluate("document.activeElement.dataset.desk")
    assert last != "XL-A1"
    box, stage = lea.locator(f"#desk-{last} .top").bounding_box(), lea.locator("#stage").bounding_box()
    assert stage["x"] <= box["x"] and box["x"] + box["width"] <= stage["x"] + stage["width"], (box, stage)
    assert stage["y"] <= box["y"] and box["y"] + box["height"] <= stage["y"] + stage["height"], (box, stage)
    fits(lea)


def floors(ada):
    ada.locator('[data-floor-tab="7F"]').click()
    ada.wait_for_url("**/map/7F")
    is_live(ada)
    fits(ada)
    ada.locator("#desk-7F-A1").wait_for()


def offices(lea):
    """A person who can see several offices changes to another one with the keyboard and back with the mouse."""
    choice = lea.locator("details.offices")
    choice.locator("summary").focus()
    lea.keyboard.press("Enter")
    other = choice.get_by_role("link", name="Alster Office")
    other.wait_for()
    fits(lea)
    other.focus()
    lea.keyboard.press("Enter")
    shows(lea, "E-A1", "E-A1: free")
    is_live(lea)
    fits(lea)
    choice.locator("summary", has_text="Alster Office").click()
    choice.locator("[aria-current=page]", has_text="Alster Office").wait_for()
    choice.locator("a:not([aria-current])").click()
    shows(lea, "6F-A1", "6F-A1: free")


def republished(ada, lea, address):
    """The floor is published while Ada has a desk's details open: the plan changes, and focus and details stay."""
    lea.goto(address + "/admin/floors")
    floor = address + lea.get_by_role("link", name=re.compile("6F")).get_attribute("href")
    drawing = lea.request.get(floor + "/floor.json").json()
    ada.locator("#desk-6F-A3").click()
    details = ada.get_by_role("dialog")
    details.get_by_text("To clock in here").wait_for()
    ada.evaluate("globalThis.isTheSamePage = true")
    # The next change replaces an announcement after 0.3 s or more: all of them are kept.
    ada.evaluate("""() => {
        globalThis.announced = [];
        const announcer = document.getElementById("announcer");
        new MutationObserver(() => announced.push(announcer.textContent)).observe(announcer, { childList: true });
    }""")

    def published(changed):
        answer = lea.request.post(floor + "/publish", data={"drawing": changed})
        assert answer.ok, answer.text()

    desks = [dict(desk, monitor=True) if desk["id"] == "6F-A3" else desk for desk in drawing["desks"]]
    added = dict(desks[0], id="6F-B9", y=drawing["height"] + 50)
    published(dict(drawing, height=drawing["height"] + 200, desks=desks + [added]))
    ada.locator("#desk-6F-B9").wait_for()
    details.get_by_text("Monitor").wait_for()
    ada.wait_for_function("() => announced.some((text) => text.includes('floor plan has changed'))")
    assert ada.evaluate("isTheSamePage && document.activeElement.dataset.desk") == "6F-A3"
    assert ada.locator("#desk-6F-A3[data-open]").count() == 1
    shows(ada, "6F-B9", "6F-B9: free")
    ada.locator('[data-floor-tab="6F"] [data-count="free"]', has_text="7").wait_for()
    fits(ada)
    details.get_by_role("button").click()
    # The monitor filter dims desks without a monitor.
    free = ada.get_by_role("button", name="Free desks", exact=True)
    free.click()
    dimmed = "Number(getComputedStyle(document.querySelector('.desk:is([data-state=work], [data-state=pause])')).opacity)"
    assert ada.evaluate(dimmed) < 1
    # “My team” keeps the desks of the team clear beside the filter.
    assert ada.evaluate("""() => {
        const [stage, desk] = ["#stage", ".desk:is([data-state=work], [data-state=pause])"].map((it) => document.querySelector(it));
        const wasMine = desk.hasAttribute("data-mine");
        const opacity = (isMine) => {
            desk.toggleAttribute("data-mine", isMine);
            return getComputedStyle(desk).opacity;
        };
        stage.setAttribute("data-only-team", "");
        const seen = [opacity(true), opacity(false)];
        stage.removeAttribute("data-only-team");
        desk.toggleAttribute("data-mine", wasMine);
        return seen;
    }""") == ["1", "0.35"]
    free.click()
    assert ada.evaluate(dimmed) == 1
    wanted = ada.get_by_role("button", name="Monitor")
    wanted.click()
    assert ada.locator("#desk-6F-A1").evaluate("it => getComputedStyle(it).opacity") == "0.35"
    assert ada.locator("#desk-6F-A3").evaluate("it => getComputedStyle(it).opacity") == "1"
    # A selected desk stays clear.
    ada.locator("#desk-6F-A1").click()
    assert ada.locator("#desk-6F-A1").evaluate("it => getComputedStyle(it).opacity") == "1"
    # On phones the page scrolls until the filters are above the card.
    ada.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    wanted.click()
    ada.keyboard.press("Escape")
    published(drawing)
    ada.locator("#desk-6F-B9").wait_for(state="detached")
    wanted.wait_for(state="hidden")


def renamed(ada, bo, lea, address):
    """The floor is renamed while Ada's map has its address and Bo's map has none: both follow, and the people stay."""
    lea.goto(address + "/admin/floors")
    floor = address + lea.get_by_role("link", name=re.compile("6F")).get_attribute("href")
    bo.evaluate("globalThis.isTheSamePage = true")
    for name in ("Six", "6F"):
        answer = lea.request.post(floor + "/name", form={"name": name}, headers={"Accept": "text/html"})
        assert answer.ok, answer.text()
        for page in (ada, bo):
            page.locator(f'[data-floor-tab="{name}"][aria-current] [data-count="pause"]', has_text="1").wait_for()
            shows(page, "6F-A4", "6F-A4: Bo Nakamura, on a break since")
        ada.wait_for_url("**/map/" + name)
        is_live(ada)
        assert bo.evaluate("isTheSamePage") and bo.title().startswith(name), bo.title()


def search(ada, bo, address):
    """Finds a colleague's desk from the other floor, and people who have left."""
    ada.get_by_role("searchbox").fill("naka")
    found = ada.locator("#found a")
    found.filter(has_text="on a break, 6F-A4, since").click()
    ada.wait_for_url("**/map/6F?desk=6F-A4")
    is_live(ada)
    ada.locator("#desk-6F-A4[data-found]").wait_for()
    settled(ada)
    fits(ada)
    box, stage = ada.locator("#desk-6F-A4").bounding_box(), ada.locator("#stage").bounding_box()
    assert stage["x"] <= box["x"] and box["x"] + box["width"] <= stage["x"] + stage["width"], (box, stage)
    assert ada.locator("#map").get_attribute("data-zoom") == "near"

    def has_card():
        """The card of the desk that was found is beside it, as after a click, with the focus on the desk."""
        card = ada.get_by_role("dialog", name="Bo Nakamura")
        card.get_by_text("On a break since").wait_for()
        beside(ada, "6F-A4")
        assert ada.evaluate("document.activeElement.dataset.desk") == "6F-A4"
        ada.keyboard.press("Escape")
        card.wait_for(state="hidden")

    has_card()
    # On the same floor the page stays.
    field = ada.get_by_role("searchbox")
    field.fill("naka")
    found.filter(has_text="on a break, 6F-A4, since").wait_for()
    field.press("Enter")
    has_card()
    taps(bo, address, "end")
    shows(ada, "6F-A4", "6F-A4: free")
    field.fill("bo na")
    ada.locator("#found", has_text="clocked out at").wait_for()
    field.fill("lea")
    ada.locator("#found", has_text="not here now").wait_for()
    field.fill("zzz")
    ada.locator("#found", has_text="No person found.").wait_for()
    field.press("Escape")
    assert ada.locator("#found").is_hidden() and field.input_value() == ""


def keyboard(page, address):
    page.goto(address + "/map/6F")
    is_live(page)

    def at():
        return page.evaluate("document.activeElement.dataset?.desk ?? document.activeElement.tagName")

    # The plan is a single tab stop.
    page.get_by_role("searchbox").focus()
    for _ in range(3):
        page.keyboard.press("Tab")
        if at() == "6F-A1":
            break
    assert at() == "6F-A1", at()
    for key, desk in [("ArrowRight", "6F-A2"), ("End", "6F-A8"), ("ArrowLeft", "6F-A7"), ("ArrowDown", "6F-A7"), ("Home", "6F-A1")]:
        page.keyboard.press(key)
        assert at() == desk, (key, at())
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    details = page.get_by_role("dialog")
    details.get_by_text("To clock in here").wait_for()
    assert at() == "BUTTON", at()
    beside(page, "6F-A2")
    page.keyboard.press("Escape")
    assert details.is_hidden() and at() == "6F-A2", at()
    page.keyboard.press("+")
    page.keyboard.press("+")
    settled(page)
    assert zoomed(page) and scale(page) > 1.5, scale(page)
    # A desk that gets the focus is scrolled into view.
    page.keyboard.press("End")
    settled(page)
    box, stage = page.locator("#desk-6F-A8").bounding_box(), page.locator("#stage").bounding_box()
    assert stage["x"] <= box["x"] and box["x"] + box["width"] <= stage["x"] + stage["width"], (box, stage)
    page.keyboard.press("0")
    settled(page)
    assert not zoomed(page)
    page.keyboard.press("Tab")
    assert at() == "BUTTON", at()


def mouse(page):
    box = page.locator("#stage").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 3, box["y"] + box["height"] / 2)
    for _ in range(2):
        page.mouse.wheel(0, -150)
    settled(page)
    before = scale(page)
    assert before > 1.5, before
    here = page.locator("#desk-6F-A3").bounding_box()["x"]
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 3 + 80, box["y"] + box["height"] / 2, steps=8)
    page.mouse.up()
    settled(page)
    moved = page.locator("#desk-6F-A3").bounding_box()["x"] - here
    assert 60 < moved < 100, moved
    # The end of a drag selects no desk.
    assert page.get_by_role("dialog").is_hidden()
    page.get_by_role("button", name="Zoom in").click()
    settled(page)
    assert scale(page) > before
    page.get_by_role("button", name="Show the whole floor").click()
    settled(page)
    assert not zoomed(page)


def fingers(page):
    """Pinch, drag and double tap, sent as a touch screen sends them."""
    screen = page.context.new_cdp_session(page)
    box = page.locator("#stage").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def touch(kind, *points, **more):
        screen.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": px, "y": py, "id": index} for index, (px, py) in enumerate(points)], **more})

    def double_tap(at):
        # With explicit timestamps, because a busy machine may send the events late.
        now = time.time()
        for tap in range(2):
            touch("touchStart", at, timestamp=now + 0.1 * tap)
            touch("touchEnd", timestamp=now + 0.1 * tap + 0.05)

    touch("touchStart", (x - 20, y), (x + 20, y))
    for spread in range(30, 121, 10):
        touch("touchMove", (x - spread, y), (x + spread, y))
    touch("touchEnd")
    settled(page)
    assert zoomed(page) and 3 < scale(page) < 9, scale(page)
    fits(page)
    before = page.locator("#desk-6F-A4").bounding_box()["x"]
    touch("touchStart", (x, y))
    for step in range(5, 61, 5):
        touch("touchMove", (x - step, y))
    touch("touchEnd")
    settled(page)
    moved = page.locator("#desk-6F-A4").bounding_box()["x"] - before
    assert -75 < moved < -40, moved
    double_tap((x, y))
    page.locator("#stage:not([data-zoomed])").wait_for()
    settled(page)
    double_tap((x, y + 2))
    page.locator("#stage[data-zoomed]").wait_for()
    page.get_by_role("button", name="Show the whole floor").click()
    settled(page)
    assert not zoomed(page)


def legible(page, where):
    """Checks the contrast of all texts on the plan, in all states, because axe does not check SVG."""
    contrasts = page.evaluate(CONTRASTS)
    states = {what.split()[0] for what, _ in contrasts}
    assert states >= {"free", "work", "pause", "closed"}, states
    faint = [(what, round(ratio, 2)) for what, ratio in contrasts if ratio < 4.5]
    assert not faint, f"{where}: {faint}"


def accessible(page, address, paths):
    for theme in ["light", "dark"]:
        # Reduced motion, because contrasts are wrong during colour transitions.
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        for path in paths:
            page.goto(address + path)
            page.wait_for_load_state("networkidle" if path.startswith("/display") else "load")
            results = Axe().run(page)
            assert results.violations_count == 0, f"{path} ({theme}):\n{results.generate_report()}"
            if page.locator("#map").count():
                legible(page, f"{path} ({theme})")
    page.emulate_media(color_scheme="light", reduced_motion="no-preference")


def everything_searched(page, address):
    """Ctrl-K opens the search as a dialog. Arrow keys select a result, Enter opens it, Escape closes the dialog. Without a text, the
    pages before the open one come first."""
    page.goto(address + "/me")
    dialog = page.get_by_role("dialog")
    page.keyboard.press("Control+k")
    dialog.get_by_role("searchbox").fill("6f-a")
    dialog.get_by_role("link", name="6F-A2", exact=True).wait_for()
    selected = "document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).textContent"
    for key, name in [("ArrowUp", "6F-A1"), ("ArrowDown", "6F-A2"), ("ArrowUp", "6F-A1")]:
        page.keyboard.press(key)
        assert page.evaluate(selected) == name, (key, page.evaluate(selected))
    assert not dialog.locator("form#search-form button").count()
    violations = Axe().run(page).response["violations"]
    assert not violations, [(it["id"], [node["html"][:200] for node in it["nodes"][:2]]) for it in violations]
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    page.get_by_role("link", name=say("en", "search.title"), exact=True).click()
    dialog.get_by_role("searchbox").fill("6f-a3")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/map/6F[?]desk=6F-A3"))
    page.keyboard.press("Control+k")
    dialog.get_by_role("heading", name=say("en", "search.recent")).wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/me$"))


def recent_pages_forgotten(page, address):
    """The last pages are removed from the browser at the sign-out, also from a page that stays open."""
    page.goto(address + "/me")
    page.wait_for_function("() => sessionStorage.getItem('desktap-recent') !== null")
    # The page stays, and the person stays signed in.
    page.route("**/sign-out", lambda route: route.fulfill(status=204))
    page.locator(".who > button").click()
    page.locator(".own-account form[action='/sign-out'] button").click()
    page.wait_for_function("() => sessionStorage.getItem('desktap-recent') === null")
    page.unroute("**/sign-out")


def place_on_page_searched(page, address):
    """A result that leads to a place on the open page closes the dialog and shows the place."""
    page.goto(address + "/hr")
    dialog = page.get_by_role("dialog")
    page.keyboard.press("Control+k")
    dialog.get_by_role("searchbox").fill("payroll")
    page.keyboard.press("Enter")
    dialog.wait_for(state="detached")
    page.wait_for_url(address + "/hr#take")
    page.wait_for_function("""() => {
        const place = document.getElementById('take').getBoundingClientRect();
        return place.top >= 0 && place.top < innerHeight;
    }""")


def listed(page, address):
    """The list of people present is filtered while a name or a desk is typed. The printed roll call has everybody."""
    page.goto(address + "/now")
    ada, bo = [page.locator(".muster tr", has_text=name) for name in ["Ada Lindqvist", "Bo Nakamura"]]
    field = page.get_by_role("searchbox")
    for text, shown, hidden in [("NÁKA", bo, ada), ("6f-a3", ada, bo)]:
        field.fill(text)
        page.locator("#filtered", has_text="1 of 2 shown.").wait_for()
        assert shown.is_visible() and hidden.is_hidden(), text
        fits(page)
    page.emulate_media(media="print")
    assert ada.is_visible() and bo.is_visible()
    page.emulate_media(media="screen")
    field.fill("")
    assert ada.is_visible() and bo.is_visible() and page.locator("#filtered").inner_text() == ""


def without_script(browser, page, address):
    """The plan and the list work without JavaScript."""
    context = browser.new_context(java_script_enabled=False, storage_state=page.context.storage_state())
    plain = context.new_page()
    plain.goto(address + "/map/6F")
    assert plain.locator(".desk").count() == 8 and plain.locator("#desk-6F-A1").is_visible()
    assert plain.locator(".as-list", has_text="Who is on this floor").is_visible()
    plain.goto(address + "/now?find=lea")
    assert plain.get_by_text("not here now").is_visible()
    context.close()


def unknown_zone(browser, page, address):
    """The map and a wall display are live in a browser that does not know the office's time zone. Times are in UTC."""
    context = browser.new_context(storage_state=page.context.storage_state())
    context.add_init_script("""
        const Format = Intl.DateTimeFormat;
        Intl.DateTimeFormat = class extends Format {
            constructor(locale, options) {
                if (options?.timeZone === "Asia/Tokyo") throw new RangeError("Invalid time zone specified: Asia/Tokyo");
                super(locale, options);
            }
        };""")
    old = context.new_page()
    old.on("pageerror", lambda error: sys.exit(f"unknown zone: {error}"))
    old.goto(address + "/map/6F")
    old.locator("#live[data-live]", has_text=re.compile("[0-9]{2}:[0-9]{2}:[0-9]{2} UTC")).wait_for()
    old.locator('#desk-6F-A3[aria-label*=" UTC"]').wait_for()
    old.goto(address + "/wall/6F")
    old.locator("#clock", has_text=re.compile("^[0-9]{2}:[0-9]{2} UTC$")).wait_for()
    old.locator("#desk-6F-A3[data-state=work]").wait_for()
    context.close()


def waiting_screen(browser, address):
    """A screen gets its code although the server and then the network fail first."""
    page = browser.new_context().new_page()
    failures = [lambda route: route.abort(), lambda route: route.fulfill(status=503, body="maintenance")]
    page.route("**/wall", lambda route: failures.pop()(route) if failures and route.request.method == "POST" else route.fallback())
    page.goto(address + "/wall")
    page.locator("#code", has_text=re.compile("^[A-Z0-9]{6}$")).wait_for()
    assert not failures
    page.context.close()


def transferred(page, address):
    """The size of everything that a browser loads for the map, in bytes."""
    sizes = []
    page.on("response", lambda answer: "stream" in answer.url or sizes.append(len(answer.body())))
    page.goto(address + "/map/6F")
    is_live(page)
    assert sum(sizes) < 100_000, sizes
    return sum(sizes)


def main():
    address, ada_link, bo_link, lea_link, display_link = sys.argv[1:]
    with chromium() as browser:
        links = {"ada": ada_link, "bo": bo_link, "lea": lea_link}
        signed = {name: signed_in(browser, link) for name, link in links.items()}
        states = {name: page.context.storage_state() for name, page in signed.items()}
        for profile in PROFILES:
            def opened(name, path):
                page = browser.new_context(**PROFILE[profile], storage_state=states[name]).new_page()
                page.set_default_timeout(120_000)
                page.on("pageerror", lambda error: sys.exit(f"{profile}: {error}"))
                page.goto(address + path)
                is_live(page)
                fits(page)
                return page

            ada, bo = opened("ada", "/map/6F"), opened("bo", "/map")
            two_people(ada, bo, address)
            details_of_person(ada, address)
            republished(ada, signed["lea"], address)
            renamed(ada, bo, signed["lea"], address)
            lea = opened("lea", "/map")
            offices(lea)
            large_floor(lea, address)
            lea.context.close()
            floors(ada)
            search(ada, bo, address)
            keyboard(ada, address)
            if profile == "desktop":
                mouse(ada)
            else:
                fingers(ada)
            ada.context.close()
            bo.context.close()
            print(f"{profile}: done", flush=True)
        page = signed["ada"]
        taps(page, address, "start", "6F-A3")
        taps(signed["bo"], address, "start", "6F-A4")
        taps(signed["bo"], address, "pause")
        listed(page, address)
        accessible(page, address, ["/map/6F", "/map/6F?desk=6F-A3", "/now", "/now?by=name&find=a", "/search?q=a", "/wall/6F"])
        accessible(browser.new_page(), "", [display_link])
        without_script(browser, page, address)
        unknown_zone(browser, page, address)
        waiting_screen(browser, address)
        everything_searched(page, address)
        recent_pages_forgotten(page, address)
        place_on_page_searched(signed["lea"], address)
        print(f"the map loads {transferred(page, address)} bytes")
        print("all done")


PROFILE = {"desktop": {"viewport": {"width": 1280, "height": 844}}}


def with_devices():
    from playwright.sync_api import sync_playwright
    with sync_playwright() as playwright:
        for name in PROFILES[1:]:
            PROFILE[name] = {key: value for key, value in playwright.devices[name].items() if key != "default_browser_type"}


with_devices()
main()
