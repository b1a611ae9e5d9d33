"""Opens a sheet of a spreadsheet in LibreOffice without the results that its formulas were written with, and prints what LibreOffice
calculates: CSV."""
import pathlib, subprocess, sys
import openpyxl

path, folder, name = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
book = openpyxl.load_workbook(path)
for sheet in book.worksheets:
    if sheet.title != name:
        book.remove(sheet)
source, out = folder / "sheet.xlsx", folder / "calculated"
book.save(source)
subprocess.run(
    ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to",
     'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false', "--outdir", str(out), str(source)],
    check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
sys.stdout.write(next(out.iterdir()).read_text())
