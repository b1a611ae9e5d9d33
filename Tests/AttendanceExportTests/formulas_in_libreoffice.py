"""Opens a CSV file in LibreOffice with a separator, given by its number, and prints the formulas: JSON of cells."""
import json, pathlib, subprocess, sys
import openpyxl

path, folder, separator = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
out = folder / f"formulas-{separator}"
# Quote and encoding by their numbers (34, and 76 for UTF-8); the last token has texts evaluated as formulas.
subprocess.run(
    ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless",
     f"--infilter=CSV:{separator},34,76,1,,0,false,true,false,false,false,0,true", "--convert-to", "xlsx", "--outdir", str(out),
     str(path)],
    check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
sheet = openpyxl.load_workbook(next(out.iterdir())).worksheets[0]
print(json.dumps([str(cell.value) for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]))
