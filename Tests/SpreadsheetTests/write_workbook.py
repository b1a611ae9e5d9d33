"""Writes a workbook to the path of the first argument, by openpyxl, or by LibreOffice if there is a second argument: the folder
of its profile. The first sheet is hidden."""
import datetime, pathlib, subprocess, sys
import openpyxl
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

path = pathlib.Path(sys.argv[1])
book = openpyxl.Workbook()
hidden = book.active
hidden.title, hidden.sheet_state = "Hidden", "hidden"
hidden["A1"] = "wrong"
sheet = book.create_sheet("People")
book.create_sheet("Later")["A1"] = "wrong"
book.active = 1
sheet.append(["user_name", "display_name", "number", None, "last"])
sheet.append(["emi", "佐藤 恵", 100, None, "a,\"b\"\nc"])
sheet.append([None] * 5)
sheet.append([None, CellRichText("Zoë ", TextBlock(InlineFont(b=True), "Müller")), 1.5, True, False])
sheet.append([datetime.date(2026, 11, 20), datetime.datetime(2026, 11, 20, 9, 5, 7), 0.1 + 0.2, -3, 123456789012])
sheet.append(["'=1+1", "&<>", 42, 0, "x"])
sheet["C6"].number_format = "00000"
sheet["D6"].number_format = "#,##0.00"
sheet["A7"] = datetime.date(1900, 2, 28)
sheet["B7"] = datetime.time(9, 30)
sheet["AB8"] = "far"
sheet["A9"].number_format = "0.00"
if len(sys.argv) > 2:
    folder = pathlib.Path(sys.argv[2])
    source = folder / "source" / path.name
    source.parent.mkdir()
    book.save(source)
    subprocess.run(
        ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML",
         "--outdir", str(path.parent), str(source)],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
else:
    book.save(path)
