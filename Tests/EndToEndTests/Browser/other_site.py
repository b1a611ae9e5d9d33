"""Opens pages of other sites in a browser in which HR is signed in. Each page tries to tap in the person's name, to read an
export and to read the presence. Prints the successful attempts.

Arguments: the server's address, a personal link of HR.
"""

import json
import sys

from office import another_site, chromium, signed_in

PAGE = """<!doctype html><title>Another site</title>
<iframe name="hidden"></iframe><iframe id="framed" src="SERVER/map"></iframe>
<form id="tap" method="post" action="SERVER/t?event=start&desk=6F-A1" target="hidden"></form>
<form id="top" method="post" action="SERVER/t?event=start&desk=6F-A2"></form>
<a id="export" href="SERVER/api/export/daily.csv?from=2026-11-01&to=2026-11-02">export</a>
<script>
const server = 'SERVER', could = []
const tries = {
    'tap by fetch': () => fetch(server + '/t?event=start&desk=6F-A3', {method: 'POST', mode: 'no-cors', credentials: 'include'})
        .then(() => null),
    'tap by fetch with JSON': () => fetch(server + '/api/taps', {method: 'POST', credentials: 'include', body: '[]',
        headers: {'Content-Type': 'application/json'}}).then(answer => answer.status),
    'tap by beacon': async () => { navigator.sendBeacon(server + '/t?event=start&desk=6F-A4', 'x') },
    'tap by image': () => image('/t?event=start&desk=6F-A5'),
    'export as image': () => image('/api/export/daily.csv?from=2026-11-01&to=2026-11-02'),
    'export by fetch': () => fetch(server + '/api/export/daily.json?from=2026-11-01&to=2026-11-02',
        {credentials: 'include'}).then(answer => answer.text()),
    'export by fetch unseen': () => fetch(server + '/api/export/daily.json?from=2026-11-01&to=2026-11-02',
        {mode: 'no-cors', credentials: 'include'}).then(answer => answer.text()).then(text => text || null),
    'presence by fetch': () => fetch(server + '/api/presence', {credentials: 'include'}).then(answer => answer.text()),
    'presence as script': () => new Promise(done => {
        const script = document.createElement('script')
        script.src = server + '/api/presence'
        script.onload = () => done('loaded'), script.onerror = () => done(null)
        document.body.append(script)
    }),
    'presence by stream': () => new Promise(done => {
        const stream = new EventSource(server + '/api/presence/stream', {withCredentials: true})
        stream.onmessage = event => done(event.data)
        stream.onerror = () => { stream.close(); done(null) }
    }),
    'page in a frame': () => new Promise(done => setTimeout(() => {
        let text = null
        try { text = document.getElementById('framed').contentDocument?.body?.innerText || null } catch { text = null }
        done(text)
    }, 500)),
    'page in a window': () => new Promise(done => {
        const opened = open(server + '/map')
        setTimeout(() => {
            let text = null
            try { text = opened?.document?.body?.innerText || null } catch { text = null }
            opened?.close()
            done(text)
        }, 500)
    }),
}
function image(path) {
    return new Promise(done => {
        const image = new Image()
        image.onload = () => done('loaded'), image.onerror = () => done(null)
        image.src = server + path
    })
}
async function tryAll() {
    document.getElementById('tap').submit()
    for (const [name, attempt] of Object.entries(tries)) {
        const got = await attempt().catch(() => null)
        if (got) could.push(`${name}: ${got}`)
    }
    return could
}
</script>
"""


def framed(page, server):
    """True if a page of the server is shown in a frame."""
    return any(frame.url.startswith(server) and frame.locator("h1").count() for frame in page.frames if frame != page.main_frame)


def main():
    server, link = sys.argv[1:]
    with chromium() as browser:
        page = signed_in(browser, link)
        # Another host is another site. Another port of the same host is the same site, and gets the cookies.
        for kind, host in (("another host", "localhost"), ("another port", "127.0.0.1")):
            site = another_site(PAGE.replace("SERVER", server), host)
            page.goto(site)
            could = page.evaluate("tryAll()")
            if framed(page, server):
                could.append("a page is shown in a frame")
            for what in ("document.getElementById('top').submit()", "document.getElementById('export').click()"):
                left = page.context.new_page()
                left.goto(site)
                with left.expect_response(lambda answer: answer.url.startswith(server) and "/map" not in answer.url) as answer:
                    left.evaluate(what)
                if answer.value.status < 400:
                    could.append(f"{what}: {answer.value.status}")
                left.close()
            print(f"{kind} could: {json.dumps(could)}")
        # The same requests work from the server's own page.
        page.goto(server + "/map")
        print("here:", page.evaluate("""async () => [
            (await fetch('/api/presence')).status,
            (await fetch('/t?event=start&desk=6F-A6', {method: 'POST', headers: {Accept: 'application/json'}})).status,
            (await fetch('/api/export/daily.csv?from=2026-11-01&to=2026-11-02')).status]"""))


main()
