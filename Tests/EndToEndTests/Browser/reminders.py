"""Ada switches reminders on in her browser, gets one, and switches them off again.

Chromium without a screen has no push service and allows no notifications, so both are replaced: the page gets a subscription, and
the service worker keeps what it would show.

Arguments: the server's address and the personal link of Ada.
"""

import json
import sys

from axe_playwright_python.sync_playwright import Axe

from office import chromium, errors, fits, signed_in

WORKER = "/static/Reminders/worker.js"
# The keys of RFC 8291, 5.
PUSH_SERVICE = """
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
    const keys = {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg" };
    const subscription = () => {
        const endpoint = localStorage.getItem("endpoint");
        const options = { applicationServerKey: Uint8Array.from(JSON.parse(localStorage.getItem("key") ?? "[]")).buffer };
        return endpoint && { endpoint, options, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => localStorage.removeItem("endpoint") };
    };
    PushManager.prototype.getSubscription = async () => subscription();
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        if (applicationServerKey.length !== 65) throw new Error("not a public key");
        localStorage.setItem("key", JSON.stringify([...applicationServerKey]));
        localStorage.setItem("endpoint", "https://push.example.com/ada");
        return subscription();
    };
"""


def shown(page, cdp, registration, data):
    """Delivers a push message. Returns what the service worker shows."""
    worker = next(worker for worker in page.context.service_workers if worker.url.endswith(WORKER))
    worker.evaluate("self.registration.showNotification = async (...shown) => { self.shown = shown }")
    worker.evaluate("self.shown = undefined")
    cdp.send("ServiceWorker.deliverPushMessage", {
        "origin": page.evaluate("location.origin"), "registrationId": registration, "data": data})
    while not (found := worker.evaluate("self.shown")):
        page.wait_for_timeout(50)
    return found


def main():
    address, link = sys.argv[1:]
    with chromium() as browser:
        page = signed_in(browser, link, 390)
        page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
        page.goto(address + "/me/reminders")
        page.get_by_text("This browser blocks notifications").wait_for()
        page.context.add_init_script(PUSH_SERVICE)
        page.reload()
        page.get_by_role("button", name="Show reminders in this browser").click()
        page.get_by_text("This browser shows reminders now.").first.wait_for()
        # The page's script looks for the browser's own line after the page is shown.
        page.locator("[data-endpoint]").get_by_text("this browser").wait_for()
        print("browsers:", page.locator("[data-endpoint]").inner_text())
        fits(page)
        assert Axe().run(page).violations_count == 0

        # The servers have another key by now: the browser has to be switched on again.
        key = page.evaluate("localStorage.getItem('key')")
        page.evaluate("localStorage.setItem('key', '[4]')")
        page.reload()
        page.get_by_role("button", name="Show reminders in this browser").wait_for()
        page.evaluate("key => localStorage.setItem('key', key)", key)
        page.reload()
        page.get_by_role("button", name="Do not show them in this browser").wait_for()

        cdp = page.context.new_cdp_session(page)
        registrations = []
        cdp.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
        cdp.send("ServiceWorker.enable")
        while not registrations:
            page.wait_for_timeout(50)
        registration = registrations[0]["registrationId"]
        message = {"title": "You forgot to clock out", "body": "Yesterday", "url": "https://elsewhere.example/me?day=1#x", "tag": "7"}
        title, options = shown(page, cdp, registration, json.dumps(message))
        assert options["data"]["url"] == address + "/me?day=1#x", options
        print("shown:", title, options["body"], options["tag"])
        print("broken:", shown(page, cdp, registration, "no JSON")[0])

        page.get_by_role("button", name="Do not show them in this browser").click()
        page.get_by_text("The browser no longer shows reminders.").first.wait_for()
        page.get_by_role("button", name="Show reminders in this browser").wait_for()
        print("left:", page.locator("[data-endpoint]").count())


main()
