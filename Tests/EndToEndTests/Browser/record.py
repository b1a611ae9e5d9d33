"""Ada's record on phones: she taps and undoes, requests the end that she forgot the day before, Bo approves, and Cy releases a
quarantined tap.

Arguments: the server's address, the day of that tap, the personal links of Ada, Bo and Cy, and another one of Ada.
"""

import re
import sys

from office import chromium, fits, signed_in, tag

PHONE = 390


def main():
    address, old_day, ada_link, bo_link, cy_link, another_link = sys.argv[1:]
    with chromium() as browser:
        ada, bo, cy = (signed_in(browser, link, PHONE) for link in (ada_link, bo_link, cy_link))

        # Opening the tag's address records the tap without a touch.
        ada.goto(tag(address, "event=start&desk=6F-A3"))
        ada.wait_for_selector("main[data-recorded=true]")
        fits(ada)
        print("tapped:", ada.locator("h1").inner_text())
        ada.locator(".undo").get_by_role("button", name="Undo").click()
        ada.wait_for_selector("main[data-undone]")
        print("undone:", ada.locator("[data-sentence]").inner_text())

        # Bo's open team page updates by itself and lists Ada's day without an end.
        bo.goto(address + "/my-team")
        fits(bo)
        heights = bo.locator("main > .sheet-head .act").evaluate_all("all => all.map(link => link.getBoundingClientRect().height)")
        assert len(heights) == 4 and min(heights) >= 24, heights
        member = bo.locator(".members tr", has_text="Ada Lindqvist")
        member.locator("td[data-state=off]").wait_for()
        # On a phone a person has two lines.
        assert member.evaluate("row => row.getBoundingClientRect().height") < 80
        print("team:", bo.locator("[aria-labelledby=attention]").inner_text())

        # The next tap after a day without an end asks for the time of the end.
        ada.goto(tag(address, "event=start&desk=6F-A4"))
        forgotten = ada.locator("form.forgotten")
        forgotten.wait_for()
        fits(ada)
        day = forgotten.locator("[name=date]").input_value()
        forgotten.locator("[name=time]").fill("18:20")
        forgotten.get_by_role("button", name="Send request").click()
        ada.wait_for_url(re.compile("/me"))
        fits(ada)
        print("asked:", ada.locator("article.request").inner_text())
        print("done:", ada.get_by_role("status").get_by_text("Request sent.").first.inner_text())

        member.locator("td[data-state=work]").get_by_role("link", name="6F-A4").wait_for()
        # A manager's requests are on the team's page.
        bo.goto(address + "/requests")
        bo.wait_for_url(re.compile("/my-team#requests"))
        fits(bo)
        print("waits:", bo.locator(".asked").inner_text())
        # Both buttons have the same height, and the comment is folded.
        both = bo.locator(".deciding .button:visible").evaluate_all(
            "all => all.map(button => button.getBoundingClientRect().height)")
        assert len(both) == 2 and abs(both[0] - both[1]) < 1, both
        bo.get_by_role("button", name="Approve").click()
        bo.locator(".asked").wait_for(state="detached")
        bo.get_by_role("link", name="Decided requests").click()
        bo.get_by_text("“I forgot to clock out.”").wait_for()
        fits(bo)
        ada.goto(f"{address}/me")
        decisions = ada.get_by_role("status", name="Decisions and corrections")
        decisions.get_by_text("was approved").wait_for()
        fits(ada)
        decisions.get_by_role("button", name="Got it").click()
        decisions.wait_for(state="detached")
        activity = ada.get_by_role("status", name="Sign-in activity")
        activity.get_by_text("An administrator created a sign-in link for you").wait_for()
        activity.get_by_role("button", name="Got it").click()
        activity.wait_for(state="detached")

        cy.goto(address + "/quarantine")
        fits(cy)
        print("aside:", cy.locator("article.request").inner_text())
        cy.get_by_label("Reason").first.fill("Her laptop was offline.")
        cy.get_by_role("button", name="Release").click()
        cy.get_by_text("No taps are held.").wait_for()

        # HR adds two clock-outs that Bo forgot, each in its row. The time of the next one is focused.
        cy.goto(f"{address}/hr?from={old_day}&to={day}&user=bo")
        fits(cy)
        rows = cy.locator("table.rows form:has([name=time])")
        for left in (1, 0):
            rows.first.locator("[name=time]").fill("17:30")
            rows.first.get_by_role("button", name="Save").click()
            cy.wait_for_function("left => document.querySelectorAll('table.rows [name=time]').length === left", arg=left)
            if left:
                cy.wait_for_function("() => document.activeElement === document.querySelector('table.rows [name=time]')")
        print("solved:", cy.locator("#done").inner_text())

        # It counts now, and HR can correct its time.
        cy.goto(f"{address}/people/ada?month={old_day[:7]}&day={old_day}")
        fits(cy)
        size = cy.viewport_size
        cy.set_viewport_size({"width": 320, "height": 844})
        fits(cy)
        cy.set_viewport_size(size)
        cy.get_by_role("link", name="Correct: Clock in at 09:00:00").click()
        cy.locator("[name=time]").fill("09:10")
        cy.get_by_label("Reason").fill("The lift was stuck.")
        fits(cy)
        cy.get_by_role("button", name="Save correction").click()
        cy.get_by_text("The lift was stuck.").wait_for()

        # The week chart shows the complete day and links to it in the list.
        ada.goto(f"{address}/me?month={day[:7]}&week={day}")
        fits(ada)
        print("drawn:", ada.get_by_role("img", name="18:20").get_attribute("aria-label"))
        ada.locator(f".week-picture a[href*='day={day}']").click()
        ada.locator("details.day[open]").wait_for()
        fits(ada)
        print("yesterday:", ada.locator("details.day[open]").inner_text())
        print("fate:", ada.locator("article.request").inner_text())
        ada.goto(f"{address}/me?month={old_day[:7]}&day={old_day}")
        fits(ada)
        print("long ago:", ada.locator("details.day[open]").inner_text())

        # The session ends while a form is open. What was typed is there after signing in again.
        ada.goto(f"{address}/me/ask?day={day}&kind=start")
        ada.locator("[name=time]").fill("07:40")
        ada.locator("[name=desk]").fill("6F-A3")
        ada.get_by_label("Reason").fill("I came in by the back door.")
        ada.context.clear_cookies()
        ada.get_by_role("button", name="Send request").click()
        ada.wait_for_url(re.compile("/sign-in"))
        fits(ada)
        ada.get_by_label("Sign-in link").fill(f"Here it is: {another_link}")
        ada.get_by_role("button", name="Continue").click()
        ada.get_by_role("button", name="Sign in on this device").click()
        ada.wait_for_url(re.compile("/me/ask"))
        print("kept:", *(ada.locator(f"[name={name}]").input_value() for name in ("time", "desk", "reason")))
        ada.get_by_text("Not saved yet.").wait_for()
        ada.get_by_role("button", name="Send request").click()
        ada.get_by_role("status").get_by_text("Request sent.").first.wait_for()
        ada.goto(f"{address}/me/ask?day={day}&kind=start")
        assert not ada.locator("[name=reason]").input_value()
        # The taps above the form are those of the entered date.
        ada.locator("[name=date]").fill(old_day)
        ada.locator(".as-it-is").get_by_text("09:10").wait_for()
        assert ada.locator("[name=date]").input_value() == old_day


main()
