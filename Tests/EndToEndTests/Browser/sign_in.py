"""Signs a person in with an identity provider and out again; or, while the provider does not run, with a personal link.

Arguments: the server's address, the provider, and a user name there; or the address, 'none' and a personal link.
"""

import sys
from urllib.parse import urljoin, urlsplit

from office import chromium, fits, recorded, signed_in, tag


class Canaille:
    asks = "input[name=login]"
    tells_of_ends = False

    def sign_in(self, page, user):
        page.locator(self.asks).fill(user)
        page.locator("button[type=submit]").first.click()
        page.locator("input[name=password]").fill("correct-horse-9")
        page.locator("button[type=submit]").first.click()

    def sign_out(self, page, address):
        page.locator("form[action='/sign-in'], a.button.provider").first.wait_for()
        print("signed out by the provider: back at", path(page))
        # The session at the provider has ended.
        begin(page, address)
        page.locator(self.asks).wait_for()
        print("the provider asks for the user name again")


class Glewlwyd:
    asks = "input[name=username]"
    tells_of_ends = True

    def sign_in(self, page, user):
        page.locator(self.asks).fill(user)
        page.locator("input[name=password]").fill("correct-horse-9")
        page.locator("button[type=submit]").click()
        page.get_by_role("button", name="Continue").click()

    def sign_out(self, page, address):
        # It asks for confirmation and does not redirect back.
        page.get_by_text("The client wishes you to close the current session").wait_for()
        page.get_by_role("button", name="Logout").first.click()
        print("signed out by the provider")

    def end_session(self, page, provider):
        # The request of its own page, from another window.
        (session,) = [cookie["value"] for cookie in page.context.cookies(provider) if cookie["name"] == "SESSION"]
        assert page.context.request.delete(f"{provider}/api/oidc/session/{session}").ok


PROVIDERS = {"canaille": Canaille(), "glewlwyd": Glewlwyd()}


def begin(page, address):
    # Starts from a tag on a phone that is not signed in.
    page.goto(tag(address, "event=start&desk=6F-A3"))
    page.get_by_role("link", name="Sign in").click()
    fits(page)
    page.get_by_role("link", name="Harbour account").click()


def path(page):
    return urlsplit(page.url).path


def main():
    address, provider, user = sys.argv[1:]
    with chromium() as browser:
        if provider == "none":
            page = browser.new_context().new_page()
            begin(page, address)
            print("by the provider:", page.locator("h1").inner_text())
            print("by a link:", path(signed_in(browser, user)))
            return
        at = PROVIDERS[provider]
        page = browser.new_context(viewport={"width": 1280, "height": 844}).new_page()
        page.set_default_timeout(120_000)
        begin(page, address)
        page.wait_for_url(lambda url: urlsplit(url).path != "/sign-in")
        # A failed discovery is cached for five seconds.
        while path(page) == "/auth/oidc":
            page.wait_for_timeout(500)
            page.reload()
        account = page.url
        at.sign_in(page, user)
        # Back at DeskTap: the tap is recorded, or the page says why the sign-in failed.
        page.locator("main[data-recorded=true], h1:text('Sign-in failed')").first.wait_for()
        if path(page) == "/auth/callback":
            fits(page)
            print("refused:", " ".join(page.inner_text("body").split()))
            return
        print("tapped:", page.locator("[data-sentence]").inner_text())
        page.goto(address + "/map")
        print("as:", page.locator(".who > button span").inner_text())
        page.goto(address + "/admin/tags")
        print("tags:", page.locator("h1").inner_text())
        page.goto(address + "/map")
        if at.tells_of_ends:
            at.end_session(page, urljoin(account, "/").rstrip("/"))
            while path(page) != "/sign-in":
                page.wait_for_timeout(100)
                page.goto(address + "/map")
            print("ended by the provider: map:", path(page))
            begin(page, address)
            page.get_by_role("button", name="Continue").click()
            recorded(page)
            page.goto(address + "/map")
        page.locator(".who > button").click()
        page.get_by_role("button", name="Sign out").click()
        at.sign_out(page, address)
        page.goto(address + "/map")
        print("map:", path(page))


main()
