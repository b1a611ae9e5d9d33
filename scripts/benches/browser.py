"""Chromium and its performance measurements."""

import contextlib
import json
import shutil

from playwright.sync_api import sync_playwright

# "Slow 4G" of Chromium's developer tools: round trip in milliseconds, bytes per second down and up.
LATENCY, DOWN, UP = 150, 1_600_000 / 8, 750_000 / 8
# CPU slowdown that simulates a phone.
SLOWER = 4

# Records the gaps between frames and the number of redrawn desks for some seconds.
COUNT_FRAMES = """seconds => new Promise((done) => {
    const gaps = [];
    let changes = 0, last = performance.now(), end = last + seconds * 1000;
    const watcher = new MutationObserver((list) => (changes += list.length));
    watcher.observe(document.getElementById("map"), { subtree: true, attributeFilter: ["data-state"] });
    requestAnimationFrame(function frame(now) {
        gaps.push(now - last);
        last = now;
        if (now < end) return requestAnimationFrame(frame);
        watcher.disconnect();
        gaps.shift();
        done({ gaps, changes });
    });
})"""

# Records the longest time from an input to the next paint (Event Timing API).
WATCH_INTERACTIONS = """() => {
    globalThis.longest = 0;
    new PerformanceObserver((list) => {
        for (const event of list.getEntries()) if (event.interactionId) longest = Math.max(longest, event.duration);
    }).observe({ type: "event", durationThreshold: 16 });
}"""


@contextlib.contextmanager
def chromium():
    with sync_playwright() as playwright:
        # Chromium's sandbox does not work in a container. Only local pages are opened.
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium") or shutil.which("chromium-headless-shell"), args=["--no-sandbox"])
        browser.devices = playwright.devices
        try:
            yield browser
        finally:
            browser.close()


def page(browser, url, cookie, **profile):
    """A signed-in page with an empty cache."""
    context = browser.new_context(**profile)
    name, _, value = cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": url}])
    return context.new_page()


def frames(browser, page, seconds):
    """Frames per second, the longest frame in ms, the number of frames over 50 ms, the longest task of the page's thread in ms,
    the thread's load in per cent, and the number of redrawn desks."""
    browser.start_tracing(page=page, categories=["toplevel", "__metadata"])
    counted = page.evaluate(COUNT_FRAMES, seconds)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    threads = {(event["pid"], event["tid"]) for event in events
               if event["name"] == "thread_name" and event["args"].get("name") == "CrRendererMain"}
    tasks = {}
    for event in events:
        place = (event["pid"], event["tid"])
        if place in threads and event["name"].endswith("RunTask") and "dur" in event:
            tasks.setdefault(place, []).append(event["dur"] / 1000)
    own = max(tasks.values(), key=sum, default=[0])
    gaps = counted["gaps"]
    return {"fps": 1000 * len(gaps) / sum(gaps), "longest": max(gaps), "late": sum(gap > 50 for gap in gaps), "task": max(own),
            "busy": sum(own) / seconds / 10, "changes": counted["changes"]}


def seen_on_a_phone(browser, url, cookie, path, until, touched):
    """Milliseconds to the first contentful paint and of the longest interaction, and the received bytes."""
    profile = {key: value for key, value in browser.devices["Pixel 7"].items() if key != "default_browser_type"}
    opened = page(browser, url, cookie, **profile)
    tools, loaded = opened.context.new_cdp_session(opened), []
    tools.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": LATENCY, "downloadThroughput": DOWN, "uploadThroughput": UP})
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    opened.goto(url + path)
    opened.locator(until).first.wait_for()
    opened.wait_for_timeout(1500)
    painted = opened.wait_for_function(
        "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime").json_value()
    size = sum(loaded)
    opened.evaluate(WATCH_INTERACTIONS)
    for selector in touched:
        opened.locator(selector).first.tap()
        opened.wait_for_timeout(1000)
    interaction = opened.evaluate("longest")
    opened.context.close()
    return {"painted": painted, "interaction": interaction, "bytes": size}
