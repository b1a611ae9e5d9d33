"""Prints a table as an independent reader sees it: JSON of rows, each cell with its type, and how the sheets of a workbook look."""
import csv, datetime, io, json, re, sys

kind, path = sys.argv[1], sys.argv[2]

if kind == "xlsx":
    import openpyxl
    book, values = openpyxl.load_workbook(path), openpyxl.load_workbook(path, data_only=True)
    def cell(value):
        if isinstance(value, datetime.timedelta): return ["duration", int(round(value.total_seconds()))]
        if isinstance(value, datetime.datetime): return ["datetime", value.isoformat()]
        if isinstance(value, datetime.time): return ["duration", value.hour * 3600 + value.minute * 60 + value.second]
        if value is None: return ["empty", None]
        # openpyxl leaves the escapes of ECMA-376-1, 22.9.2.19 in texts.
        if isinstance(value, str): value = re.sub("_x([0-9A-Fa-f]{4})_", lambda escape: chr(int(escape[1], 16)), value)
        return [type(value).__name__, value]
    sheets = {sheet.title: [[cell(c.value) for c in row] for row in sheet.iter_rows()] for sheet in values}
    first = book.worksheets[0]
    formulas = [str(c.value) for sheet in book for row in sheet.iter_rows() for c in row if c.data_type == "f"]
    def look(sheet):
        columns = {letter: column.width for letter, column in sheet.column_dimensions.items()}
        return {"filter": sheet.auto_filter.ref, "bold": [row[0].row for row in sheet.iter_rows() if row[0].font.b],
                "widths": [columns.get(cell.column_letter, 0) for cell in sheet[1]],
                "formats": [cell.number_format for cell in sheet[min(2, sheet.max_row)]]}
    looks = {sheet.title: look(sheet) for sheet in book}
    print(json.dumps({"sheets": sheets, "frozen": first.freeze_panes, "formulas": formulas, "looks": looks}))
else:
    csv.field_size_limit(1 << 30)
    encoding, separator = {"standard": ("utf-8", ","), "excel": ("utf-8-sig", ","), "excel-semicolon": ("utf-8-sig", ";"),
                           "cp932": ("cp932", ","), "tabs": ("utf-8", "\t")}[kind]
    text = open(path, "rb").read().decode(encoding)
    print(json.dumps(list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))))
