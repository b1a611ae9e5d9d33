"""Takes the screenshots of the README and, optionally, many more for review.

Arguments: the program desktap, the server's address, the README's folder, and the folder for the others or an empty string.
"""

import sys
from pathlib import Path

import words
from office import Office
from playwright.sync_api import sync_playwright

DESKTOP, PHONE, TELEVISION = "desktop", "phone", "television"


class Camera:
    def __init__(self, playwright, office):
        self.office, self.playwright = office, playwright
        # Chromium's sandbox does not work in a container. Only local pages are opened.
        self.browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        self.signed_in, self.taken, self.errors, self.texts = {}, [], [], set()

    def screen(self, device, theme, language, user):
        phone = {key: value for key, value in self.playwright.devices["iPhone 15"].items() if key != "default_browser_type"}
        screens = {
            DESKTOP: {"viewport": {"width": 1280, "height": 800}}, TELEVISION: {"viewport": {"width": 1920, "height": 1080}},
            PHONE: {**phone, "device_scale_factor": 2}}
        context = self.browser.new_context(
            **screens[device], color_scheme=theme, locale=language, reduced_motion="reduce", timezone_id=str(self.office.zone),
            storage_state=self.signed_in.get(user))
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: self.errors.append(f"{page.url}: {error}"))
        if user and user not in self.signed_in:
            link = self.office.display(*user) if isinstance(user, tuple) else self.office.link(user)
            answer = page.request.post(link, max_redirects=0)
            assert answer.status == 303, (link, answer.status)
            # The first page would show that the person signed in.
            context.clear_cookies(name="desktap-done")
            self.signed_in[user] = context.storage_state()
        return page

    @staticmethod
    def touch(page):
        """Presses the button, because the address has no secret word."""
        for button in page.locator("#choices button").all():
            button.click()

    def take(self, path, address, user=None, device=DESKTOP, theme="light", language="en", ready=None, act=None, full=False,
             vision=None):
        """Takes a screenshot.

            - user: the signed-in user; for a display, the floor and its office.
            - ready: a selector that matches when the page is complete.
            - act: called with the page before the screenshot is taken."""
        page = self.screen(device, theme, language, user)
        page.goto(self.office.address + address)
        if address.startswith("/t?event="):
            self.touch(page)
        if ready:
            page.locator(ready).first.wait_for(state="attached")
        if act:
            act(page)
        if vision:
            page.context.new_cdp_session(page).send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
        # Changes by scripts are drawn in the next frame.
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        path.parent.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=path, full_page=full)
        self.texts.update(page.evaluate(words.IN_SIGHT))
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.taken.append(path.name + (f", {wide} px too wide" if wide > 0 else ""))
        page.context.close()


LIVE, RECORDED, DRAWN = "#live[data-live]", "main[data-recorded]", "body[data-ready]"
WALL = "#live:not(:empty)"


def chosen(page):
    """Selects two desks, as for aligning them."""
    desks = page.locator(".piece.desk")
    desks.nth(2).click()
    desks.nth(3).click(modifiers=["Shift"])


def for_the_readme(camera, folder):
    camera.take(folder / "map.png", "/map/6F", "bo", ready=LIVE)
    camera.take(folder / "map-dark.png", "/map/6F", "bo", theme="dark", ready=LIVE)
    camera.take(folder / "wall.png", "/wall/6F", ("6F", "Harbour Office"), ready=WALL)
    camera.take(folder / "editor.png", "/admin/floors/1", "lea", ready=DRAWN, act=chosen)
    camera.take(folder / "hr.png", "/hr", "cy")
    camera.take(folder / "me.png", "/me", "ada")
    # This ends Ada's break.
    camera.take(folder / "tap.png", "/t?event=start&desk=6F-A3", "ada", PHONE, ready=RECORDED)


def everything(camera, folder):
    for theme in ("light", "dark"):
        for device in (DESKTOP, PHONE):
            def take(name, address, user=None, **more):
                camera.take(folder / f"{name} {device} {theme}.png".replace(" ", "-"), address, user, device, theme, **more)

            take("map", "/map/6F", "bo", ready=LIVE)
            take("map long names", "/map/7F", "bo", ready=LIVE)
            take("map long name found", "/map/7F?desk=7F-B1", "bo", ready=LIVE)
            take("map other floor", "/map/8F", "bo", ready=LIVE)
            take("map one desk", "/map/1F", "mona", ready=LIVE)
            take("map nobody", "/map/2F", "mona", ready=LIVE)
            take("map 500 desks", "/map/9F", "mona", ready=LIVE)
            take("map no floor", "/map", "nia")
            take("map ja", "/map/6F", "bo", ready=LIVE, language="ja")
            take("map deuteranopia", "/map/6F", "bo", ready=LIVE, vision="deuteranopia")
            take("now", "/now", "bo", full=True)
            take("now nobody", "/now", "nia")
            take("me", "/me", "ada", full=True)
            take("me long name", "/me", "hildegard", full=True)
            take("me empty", "/me", "nia", full=True)
            take("me ja", "/me", "ada", full=True, language="ja")
            take("settings", "/me/settings", "ada", full=True)
            take("team", "/my-team", "bo", full=True)
            take("people", "/people", "cy", full=True)
            take("person long name", "/people/kenichiro", "cy", full=True)
            take("requests", "/requests", "cy", full=True)
            take("hr", "/hr", "cy", full=True)
            take("hr empty", "/hr", "nia", full=True)
            take("hr ja", "/hr", "cy", full=True, language="ja")
            take("hr charts", "/hr/charts", "cy", full=True)
            take("hr month sheet", "/hr/sheet/hildegard", "cy", full=True)
            take("editor", "/admin/floors/1", "lea", ready=DRAWN)
            take("editor ja", "/admin/floors/1", "lea", ready=DRAWN, language="ja")
            take("floors", "/admin/floors", "lea", full=True)
            take("tap not signed in", "/t?event=start&desk=6F-A3")
            take("tap open tag", "/t?desk=7F-D6", "hildegard", ready="#choices button")
            take("tap unknown desk", "/t?event=start&desk=9Z-A1", "kenichiro", ready=RECORDED)
            take("tap out of service", "/t?event=start&desk=8F-C4", "sofia", ready=RECORDED)
            take("tap long name", "/t?event=start&desk=7F-D6", "hildegard", ready=RECORDED)
            take("tap sign in", "/sign-in")
            take("editor 500 desks", "/admin/floors/6", "lea", ready=DRAWN)
            take("editor chosen", "/admin/floors/2", "lea", ready=DRAWN, act=chosen)
            take("tap ja", "/t?event=pause", "kenichiro", ready=RECORDED, language="ja")
        for name, floor, vision in [
            ("usual", ("6F", "Harbour Office"), None), ("long names", ("7F", "Harbour Office"), None),
            ("500 desks", ("9F", "Hill Office"), None), ("one desk", ("1F", "Hill Office"), None),
            ("deuteranopia", ("6F", "Harbour Office"), "deuteranopia"),
        ]:
            camera.take(
                folder / f"wall {name} {theme}.png".replace(" ", "-"), f"/wall/{floor[0]}", floor, TELEVISION, theme,
                ready=WALL, vision=vision)


def main():
    program, address, readme, others = sys.argv[1:]
    office = Office(program, address)
    office.fill()
    with sync_playwright() as playwright:
        camera = Camera(playwright, office)
        for_the_readme(camera, Path(readme))
        words.keep(camera.texts)
        if others:
            everything(camera, Path(others))
        camera.browser.close()
    print("\n".join(camera.taken))
    if camera.errors:
        sys.exit("\n".join(camera.errors))


main()
