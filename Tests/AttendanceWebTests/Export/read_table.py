"""Prints a table as an independent reader sees it: JSON of rows, each cell with its type."""
import csv, datetime, io, json, sys

kind, path = sys.argv[1], sys.argv[2]

if kind == "xlsx":
    import openpyxl
    book = openpyxl.load_workbook(path)
    def cell(value):
        if isinstance(value, datetime.timedelta): return ["duration", int(round(value.total_seconds()))]
        if isinstance(value, datetime.datetime): return ["datetime", value.isoformat()]
        if isinstance(value, datetime.time): return ["duration", value.hour * 3600 + value.minute * 60 + value.second]
        if value is None: return ["empty", None]
        return [type(value).__name__, value]
    sheets = {sheet.title: [[cell(c.value) for c in row] for row in sheet.iter_rows()] for sheet in book}
    first = book.worksheets[0]
    formulas = [c.coordinate for sheet in book for row in sheet.iter_rows() for c in row if c.data_type == "f"]
    print(json.dumps({"sheets": sheets, "frozen": first.freeze_panes, "formulas": formulas}))
else:
    encoding, separator = {"standard": ("utf-8", ","), "excel": ("utf-8-sig", ","), "excel-semicolon": ("utf-8-sig", ";"),
                           "cp932": ("cp932", ",")}[kind]
    text = open(path, "rb").read().decode(encoding)
    print(json.dumps(list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))))
