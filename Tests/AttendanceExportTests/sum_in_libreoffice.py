"""Opens a spreadsheet in LibreOffice with a sum under one of its columns, and prints what LibreOffice shows: CSV of the first
sheet. A CSV file is only opened and printed again."""
import pathlib, subprocess, sys

path, folder, letter = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
source = path
if path.suffix == ".xlsx":
    import openpyxl
    book = openpyxl.load_workbook(path)
    sheet = book.worksheets[0]
    last = sheet.max_row
    cell = sheet[f"{letter}{last + 1}"]
    cell.value = f"=SUM({letter}2:{letter}{last})"
    cell.number_format = "[h]:mm"
    source = folder / "summed.xlsx"
    book.save(source)
# Separator, quote and encoding by their numbers: 44 or 59, 34, and 76 for UTF-8.
read = [] if path.suffix == ".xlsx" else [f"--infilter=CSV:{59 if path.stem == 'semicolon' else 44},34,76"]
out = folder / "shown"
subprocess.run(
    ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", *read, "--convert-to",
     'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false', "--outdir", str(out), str(source)],
    check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
sys.stdout.write(next(out.iterdir()).read_text())
