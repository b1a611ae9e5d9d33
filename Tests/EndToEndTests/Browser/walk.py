"""Opens all pages of Attacks/pages.yaml in each role, and checks that all input is escaped, that axe finds no violation, and
that the keyboard reaches all controls.

Arguments: the server's address, the language, the personal links of an administrator, HR and an employee, the link of a
display, an unused personal link, a reader's key, and the malicious input as a JSON list.
"""

import datetime
import json
import pathlib
import sys
import urllib.parse
import uuid

from axe_playwright_python.sync_playwright import Axe

from office import chromium

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Attacks"))
from expand import pages

DESK = {"width": 1280, "height": 844}
PHONE = {"width": 390, "height": 844}
# The elements that Tab must reach: one of each group of radio buttons, and no desks of the plan, which arrow keys reach.
REACHABLE = """() => [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter(
    element => element.tabIndex >= 0 && !element.disabled && element.type !== 'hidden' && element.checkVisibility({
        visibilityProperty: true}) && element.getClientRects().length > 0 && (element.type !== 'radio' || element === (() => {
            const group = [...document.getElementsByName(element.name)]
            return group.find(other => other.checked) ?? group[0]
        })()))"""
# A date field has several tab stops. The focus is visible if the style differs from the style without focus.
FOCUSED = """() => {
    const element = document.activeElement
    if (element === document.body) return null
    const isNew = !element.hasAttribute('data-reached'), isLast = element === window.lastReached
    element.setAttribute('data-reached', '')
    window.lastReached = element
    const look = () => [element, ...element.querySelectorAll('*')].slice(0, 12).map(part => {
        const style = getComputedStyle(part)
        return [style.outlineStyle, style.outlineWidth, style.boxShadow, style.stroke, style.strokeWidth].join()
    }).join()
    let isSeen = isLast || parseFloat(getComputedStyle(element).outlineWidth) > 0
            && getComputedStyle(element).outlineStyle !== 'none'
    if (!isSeen) {
        const focused = look()
        element.blur()
        isSeen = focused !== look()
        element.focus({preventScroll: true})
    }
    return {goesOn: isNew || isLast, isSeen, what: element.outerHTML.slice(0, 120)}
}"""
MORE_THAN_TEXT = """() => [...document.querySelectorAll(
    '[onerror], [onload], [onfocus], [autofocus][x], img[src="x"], a[href^="javascript:" i], main script')].map(
    element => element.outerHTML.slice(0, 200))"""


class Walk:
    def __init__(self, browser, address, language, written):
        self.browser, self.address, self.language, self.written = browser, address, language, written
        self.problems, self.seen, self.judged, self.read = [], 0, set(), ""
        self.questions = []

    def person(self, link=None):
        context = self.browser.new_context(viewport=DESK, locale=self.language, reduced_motion="reduce")
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.on("dialog", lambda dialog: self.asked(page, dialog))
        page.on("console", lambda message: self.heard(page, message.text))
        if link:
            page.goto(link)
            page.locator("main").get_by_role("button").click()
            page.wait_for_url(lambda url: link not in url)
        return page

    def asked(self, page, dialog):
        # A page with new links asks before it is left.
        if dialog.type == "beforeunload":
            dialog.accept()
            return
        # A page with unsaved changes asks before another form is sent.
        if "not saved" in dialog.message or "保存されていない" in dialog.message:
            self.questions.append(dialog.message)
            dialog.dismiss()
            return
        self.problem(page, f"a script ran: {dialog.message}")
        dialog.dismiss()

    def heard(self, page, text):
        if "Content Security Policy" in text:
            self.problem(page, text)

    def problem(self, page, text):
        self.problems.append(f"{page.url}: {text}")

    def visit(self, page, path, kind):
        if path == "/wall":
            # A screen goes on by itself as soon as its request for a code is answered.
            page.route("**/wall", lambda route: None if route.request.method == "POST" else route.fallback())
        answer = page.goto(self.address + path)
        self.look(page, answer.status, kind)

    def look(self, page, status, kind):
        """Checks a page. Pages with equal `kind` and status are alike, so only the first one is judged."""
        self.seen += 1
        if status >= 500:
            self.problem(page, f"status {status}")
        for element in page.evaluate(MORE_THAN_TEXT):
            self.problem(page, f"more than text: {element}")
        self.read += page.evaluate(
            "document.body.innerText + [...document.querySelectorAll('[aria-label], input, textarea, option, svg text, title')]"
            ".map(it => [it.getAttribute('aria-label'), it.value, it.textContent].join(' ')).join(' ')")
        if (kind, status) in self.judged:
            return
        self.judged.add((kind, status))
        self.judge(page)

    def judge(self, page):
        # Covers all pairs of language, size and colour scheme.
        for size, scheme in zip((DESK, PHONE), ("light", "dark") if self.language == "en" else ("dark", "light")):
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            self.axe(page, scheme, size)
        for width in (PHONE["width"], 320):
            page.set_viewport_size({"width": width, "height": 640})
            self.fits(page, width)
        page.set_viewport_size(DESK)
        page.emulate_media(color_scheme="light")
        # The keyboard does not depend on the language.
        if self.language == "en" and self.tab_through(page):
            # A live page may have replaced its elements, so it is tried again.
            for what in self.tab_through(page):
                self.problem(page, f"Tab does not reach {what}")

    def fits(self, page, width):
        # Open menus do not make the page wider.
        wide = page.evaluate("""() => Math.max(
            document.documentElement.scrollWidth - document.documentElement.clientWidth,
            ...[...document.querySelectorAll(':popover-open')].map(menu => menu.getBoundingClientRect().right - innerWidth))""")
        if wide > 0:
            self.problem(page, f"{wide} px wider than {width} px")

    def axe(self, page, scheme, size):
        for violation in Axe().run(page).response["violations"]:
            where = [node["html"][:160] + " " + " ".join(node["failureSummary"].split())[:200] for node in violation["nodes"][:2]]
            self.problem(page, f"axe, {scheme}, {size['width']} px: {violation['id']}: {where}")

    def tab_through(self, page):
        """Presses Tab through the page. Returns the elements that were not reached."""
        page.evaluate("""() => {
            document.activeElement.blur()
            for (const element of document.querySelectorAll('[data-reached]')) element.removeAttribute('data-reached')
        }""")
        count = page.evaluate(f"({REACHABLE})().length")
        unseen = set()
        # A date field has up to seven tab stops, and some elements appear only with the focus.
        for _ in range(8 * count + 8):
            page.keyboard.press("Tab")
            focused = page.evaluate(FOCUSED)
            if focused is None or not focused["goesOn"]:
                break
            if not focused["isSeen"]:
                unseen.add(focused["what"])
        for what in unseen:
            self.problem(page, f"the focus is not visible on {what}")
        return page.evaluate(
            f"({REACHABLE})().filter(it => !it.hasAttribute('data-reached')).map(it => it.outerHTML.slice(0, 160))")


def post(page, path, data=None, form=None, key=None):
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    answer = page.request.post(path, data=data, form=form, headers=headers, max_redirects=0)
    assert answer.status < 400, (path, answer.status, answer.text())
    return answer


def write(walk, admin, hr, employee, key):
    """Enters the input as reasons, comments and purposes. Returns the id of a tap of the employee."""
    at, texts = walk.address, walk.written
    now = datetime.datetime.now(datetime.timezone.utc)
    tap = str(uuid.uuid4())
    post(employee, f"{at}/t?event=start&desk=6F-A3&id={tap}")
    for number, text in enumerate(texts):
        asked = post(employee, f"{at}/api/requests", {
            "type": "add", "kind": "end", "reason": text,
            "at": (now - datetime.timedelta(days=1, minutes=number)).isoformat(timespec="seconds")}).json()
        if number == 1:
            post(hr, f"{at}/api/requests/{asked['id']}/refuse", {"comment": text})
    post(hr, f"{at}/api/corrections", {
        "type": "amend", "target": tap, "set": {"desk": "6F-A4"}, "reason": texts[0]})
    for text in texts:
        hr.goto(f"{at}/people/ada?purpose={urllib.parse.quote(text)}")
    soon = (now + datetime.timedelta(hours=1)).isoformat(timespec="seconds")
    post(employee, f"{at}/api/taps", [
        {"id": str(uuid.uuid4()), "user": "bo", "kind": "start", "at": soon, "desk": "6F-A5"}], key=key)
    post(admin, f"{at}/api/tags/certificates", {
        "uid": "04A1B2C3D4E5F6", "address": f"{at}/t?event=start&desk=6F-A3", "certificate": False})
    post(admin, f"{at}/admin/tags/04A1B2C3D4E5F6/retire", form={"why": texts[0]})
    return tap


def create_links(walk, admin):
    """Creates sign-in links. A page shows them only once, with QR codes."""
    for path, button in (
            ("/admin/people", "button[value=links]"),
            ("/admin/people/ada", "form[action$='/sign-in-link'] button")):
        admin.goto(walk.address + path)
        if everybody := admin.locator("[data-choose-all] input").all():
            everybody[0].check()
            # The bar counts the chosen people.
            assert admin.locator("[data-chosen] output").inner_text() == str(admin.locator("tbody input:checked").count())
        with admin.expect_response(lambda answer: answer.request.method == "POST") as answer:
            admin.locator(button).click()
        admin.wait_for_load_state()
        walk.look(admin, answer.value.status, path + " with new links")
        assert admin.locator("[data-once]").count() == 1, admin.url


def keep_unsaved_changes(walk, admin):
    """Sends a form while another one of the page has changes. The page asks first, and the changes stay."""
    admin.goto(walk.address + "/admin/people/ada")
    name, link = admin.locator("[name=display_name]"), admin.locator("form[action$='/sign-in-link'] button")
    before = name.input_value()
    name.fill("Ada")
    link.click()
    assert len(walk.questions) == 1 and admin.locator("#account").inner_text() in walk.questions[0], walk.questions
    assert name.input_value() == "Ada"
    # What a refused form contained counts as changed.
    name.fill("\u200b")
    admin.locator("form:has([name=display_name]) button").click()
    admin.locator("[role=alert]").wait_for()
    admin.wait_for_load_state()
    link.click()
    assert len(walk.questions) == 2 and admin.locator("#account").inner_text() in walk.questions[1], walk.questions
    assert name.input_value() == "\u200b"
    name.fill(before)


def open_menus(walk, page, has_menu):
    """Opens the menu of phones, the menu behind the person's name, and the help of the page. On phones, the bar of tabs is below the
    end of the page."""
    page.goto(walk.address + "/now")
    phone, both = {"width": 320, "height": 640}, (".who > button", ".help")
    on_phone = (".menu-button", *both) if has_menu else both
    for size, buttons in ((PHONE, on_phone), (phone, on_phone), (DESK, both)):
        page.set_viewport_size(size)
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        tabs, end = (page.locator(it).bounding_box() for it in (".links", ".version"))
        assert size == DESK or (tabs["y"] + tabs["height"] == size["height"] and end["y"] + end["height"] <= tabs["y"]), (tabs, end)
        page.evaluate("scrollTo(0, 0)")
        for button in buttons:
            page.locator(button).click()
            assert page.evaluate("document.querySelector(':popover-open') !== null"), button
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                walk.axe(page, scheme, size)
            walk.fits(page, size["width"])
            page.keyboard.press("Escape")
            assert page.evaluate("document.querySelector(':popover-open') === null"), button
    page.emulate_media(color_scheme="light")


def main():
    address, language, admin_link, hr_link, employee_link, display, unused, key, written = sys.argv[1:]
    with chromium() as browser:
        walk = Walk(browser, address, language, json.loads(written))
        stranger, admin, hr, employee = (walk.person(link) for link in (None, admin_link, hr_link, employee_link))
        tap = write(walk, admin, hr, employee, key)
        create_links(walk, admin)
        keep_unsaved_changes(walk, admin)
        for page, has_menu in ((admin, True), (employee, False)):
            open_menus(walk, page, has_menu)
        templates = pages()
        assert len(templates) > 30, templates
        text = urllib.parse.quote(walk.written[0], safe="")
        values = {
            "{id}": tap, "{floor}": "6F", "{token}": unused.rsplit("/", 1)[1], "{uid}": "04A1B2C3D4E5F6", "{desk}": "6F-A3",
            "{page}": "exports"}
        queries = {
            "/t": "?event=start&desk=6F-A1", "/now": f"?find={text}", "/people": f"?name={text}", "/search": f"?q={text}",
            "/hr": f"?purpose={text}", "/hr/export": "?from=2026-11-01&to=2026-11-30&preview=yes",
            "/admin/people": f"?q={text}",
            "/admin/working-time/holidays/calendar": f"?name={text}",
            "/admin/working-time/holidays/import": "?shipped=DE-BB", "/admin/tags": f"?q={text}", "/admin/access": f"?viewer={text}",
            "/sign-in": "?to=/map%22%3E%3Csvg%20onload=alert(7)%3E"}
        for page in (admin, hr, employee, stranger):
            for template in templates:
                if page == stranger and template.startswith("/display"):
                    walk.visit(page, urllib.parse.urlsplit(display).path, template)
                for user in ("ada", text) if "{user}" in template else ("",):
                    path = template.replace("{user}", user)
                    if path.startswith(("/admin/floors/", "/admin/offices/", "/admin/retention/", "/admin/working-time/")):
                        path = path.replace("{id}", "1")
                    for name, value in values.items():
                        path = path.replace(name, value)
                    walk.visit(page, path, template)
                if template in queries:
                    walk.visit(page, template + queries[template], template + "?")
                if template == "/map/{floor}":
                    walk.visit(page, f"/map/{text}?desk={text}", template)
        page = walk.person()
        page.goto(address + "/sign-in")
        if page.locator("input[name=user]").count():
            page.locator("input[name=user]").fill(walk.written[0])
            page.locator("input[name=password]").fill("correct horse battery")
            with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
                page.locator("main form").get_by_role("button").first.click()
            page.wait_for_load_state()
            walk.look(page, answer.value.status, "/sign-in refused")
        for text in walk.written:
            if text not in walk.read:
                walk.problems.append(f"on no page: {text}")
        print(f"{walk.seen} pages, {len(walk.judged)} judged")
        for problem in dict.fromkeys(walk.problems):
            print("PROBLEM", problem)
        print("walked")


main()
