"""Files that spreadsheets save are chosen on the pages that import people and floors.

Arguments: the server's address, the personal link of an administrator, and a folder, which gets workbooks for the commands.
"""

import io
import pathlib
import sys

import openpyxl

from office import chromium, signed_in


def workbook(*rows):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def choose(page, name, content):
    picker = page.locator('input[type="file"]')
    # The page's script shows it, and a file that is chosen before is not read.
    picker.wait_for()
    picker.set_input_files({"name": name, "mimeType": "", "buffer": content})


def text_is(page, text):
    page.wait_for_function("text => document.querySelector('[data-csv]').value === text", arg=text)


def main(url, administrator, folder):
    with chromium() as browser:
        page = signed_in(browser, administrator)
        page.goto(f"{url}/admin/import")
        page.locator('input[value="people"]').check()

        choose(page, "people.xlsx", workbook(["user_name", "display_name", "role"], ["zoe", "Zoë Groß"]))
        text_is(page, "user_name,display_name,role\nzoe,Zoë Groß\n")
        page.get_by_role("button", name="Check").click()
        page.get_by_text("1 person would be added.").wait_for()
        page.get_by_text("Excel, first sheet", exact=True).wait_for()
        page.get_by_role("button", name="Import", exact=True).click()
        page.get_by_text("1 person added.").wait_for()

        page.locator('input[value="people"]').check()
        choose(page, "broken.xlsx", b"PK\x03\x04")
        picker = page.locator('input[type="file"]')
        page.wait_for_function(
            "() => document.querySelector('[data-file]').validationMessage.startsWith('This is not an Excel')")
        choose(page, "people.csv", "user_name;display_name\r\nsato;佐藤 恵\r\n;;\r\n".encode("cp932"))
        text_is(page, "user_name;display_name\nsato;佐藤 恵\n;;\n")
        assert picker.evaluate("it => it.validationMessage") == ""
        page.get_by_role("button", name="Check").click()
        page.get_by_text("Semicolons, Shift_JIS (CP932)", exact=True).wait_for()
        page.get_by_role("button", name="Import", exact=True).click()
        page.get_by_text("1 person added.").wait_for()

        page.goto(f"{url}/admin/floors")
        page.goto(url + page.locator('a[href^="/admin/floors/"]').first.get_attribute("href") + "/file")
        choose(page, "6F.xlsx", workbook(["desk", "x", "y", "monitor"], ["6F-Z1", 10, 20.0, True]))
        text_is(page, "desk,x,y,monitor\n6F-Z1,10,20,TRUE\n")
        page.get_by_role("button", name="Check").click()
        page.locator("[data-checked]").wait_for()
    taps = workbook(["user", "kind", "at", "desk", None], ["ZOE", "start", "2026-11-11T09:00:00Z", "6F-A1"], [], [""])
    (pathlib.Path(folder) / "taps.xlsx").write_bytes(taps)
    (pathlib.Path(folder) / "wrong.xlsx").write_bytes(workbook(["user_name", "display_name"], [], ["kim", "=A1"]))
    print("all done")


main(*sys.argv[1:])
