"""a year as CSV compared to psql's COPY, a month as XLSX compared to XlsxWriter"""

import csv
from datetime import date, datetime
import subprocess
import tempfile
import time

import xlsxwriter

from harness import figure, median, peak, postgres, server, settle, size
from viewers import sign_in
import year

ROUNDS = size("ROUNDS", 3)

# The raw events with the columns of the export: person, desk, reader and so on.
RAW = """\\copy (select event.seq, event.id, event.type, person.user_name, event.kind, event.at_sent, event.at, event.received_at,
office.name, log_place.desk, event.quarantine, event.reason, person.display_name, reader.name
from event join person on person.id = event.person_id join office on office.id = event.office_id
left join log_place on log_place.seq = event.seq left join reader on reader.id = log_place.reader_id)
to '/dev/null' (format csv, header)""".replace("\n", " ")
TABLE_ONLY = "\\copy (select * from event) to '/dev/null' (format csv, header)"


def copied(database, statement):
    """The duration of psql in seconds."""
    start = time.monotonic()
    database.sql(statement)
    return time.monotonic() - start


def fetched(url, cookie, path, file="/dev/null"):
    """The duration of a download in seconds, and its size in bytes."""
    start = time.monotonic()
    out = subprocess.run(["curl", "-sSf", "-o", file, "-w", "%{size_download}", "-H", f"Cookie: {cookie}", url + path],
                         check=True, capture_output=True, text=True).stdout
    return time.monotonic() - start, int(out)


def written(path, rows, header):
    """The duration of XlsxWriter in seconds, for rows in memory with cells of the same types as the export."""
    start = time.monotonic()
    book = xlsxwriter.Workbook(path, {"constant_memory": True})
    sheet = book.add_worksheet()
    bold, (day, moment, hours, decimals) = book.add_format({"bold": True}), (
        book.add_format({"num_format": text}) for text in ("yyyy-mm-dd", "yyyy-mm-dd hh:mm:ss", "[h]:mm", "0.0000"))
    for column, name in enumerate(header):
        sheet.write_string(0, column, name, bold)
    for number, row in enumerate(rows, 1):
        for column, (value, name) in enumerate(zip(row, header)):
            if value is None:
                continue
            if name == "work_date":
                sheet.write_datetime(number, column, value, day)
            elif name in ("first_in", "last_out"):
                sheet.write_datetime(number, column, value, moment)
            elif name in ("worked_hhmm", "pause_hhmm"):
                sheet.write_number(number, column, value, hours)
            elif name == "worked_hours":
                sheet.write_number(number, column, value, decimals)
            elif isinstance(value, int):
                sheet.write_number(number, column, value)
            else:
                sheet.write_string(number, column, value)
    book.close()
    return time.monotonic() - start


def cells(name, text):
    """The spreadsheet cells of a CSV value. A time has a second cell for its offset."""
    if name in ("first_in", "last_out"):
        return [datetime.fromisoformat(text).replace(tzinfo=None), text[-6:]] if text else [None, None]
    if name == "work_date":
        return [datetime.combine(date.fromisoformat(text), datetime.min.time())]
    if name in ("worked_hhmm", "pause_hhmm"):
        hour, minute = text.split(":")
        return [(int(hour) * 60 + int(minute)) / 1440]
    if name == "worked_hours":
        return [float(text)]
    return [int(text) if name.endswith("_seconds") or name == "sessions" else text]


def table(path):
    """The header and the rows for XlsxWriter."""
    with open(path, encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    header = [one for name in names for one in ([name, name + "_utc_offset"] if name in ("first_in", "last_out") else [name])]
    return header, [[cell for name, text in zip(names, row) for cell in cells(name, text)] for row in rows]


def month(database, url, cookie, folder):
    """For a month of 1,000 people, the server's duration, including the reading of the record, divided by XlsxWriter's."""
    database.sql("""
        insert into team (office_id, name) values (1, 'Thousand') on conflict do nothing;
        update person set team_id = (select id from team where name = 'Thousand') where id <= 1000""")
    query = "from=2026-03-01&to=2026-03-31&team=Thousand"
    fetched(url, cookie, f"/api/export/daily.csv?{query}", f"{folder}/month.csv")
    header, rows = table(f"{folder}/month.csv")
    ratios = []
    for _ in range(ROUNDS):
        theirs = written(f"{folder}/theirs.xlsx", rows, header)
        ours, _ = fetched(url, cookie, f"/api/export/daily.xlsx?{query}", f"{folder}/ours.xlsx")
        print(f"  XLSX of {len(rows)} rows: {ours:.2f} s; XlsxWriter {theirs:.2f} s", flush=True)
        ratios.append(ours / theirs)
    return median(ratios)


def main():
    period = "from=2025-11-20&to=2026-11-20"
    with postgres(settings=year.BULK) as database, tempfile.TemporaryDirectory() as folder:
        year.fill(database)
        with server(database) as (url, process):
            cookie = sign_in(database, url)
            rounds = []
            for _ in range(ROUNDS):
                settle()
                raw, table_only = copied(database, RAW), copied(database, TABLE_ONLY)
                events, size = fetched(url, cookie, f"/api/export/events.csv?{period}")
                daily, _ = fetched(url, cookie, f"/api/export/daily.csv?{period}")
                print(f"  events {events:.1f} s, {size / 1e6:.0f} MB; daily {daily:.1f} s; COPY {raw:.1f} s, of the table only "
                      f"{table_only:.1f} s; server {peak(process):.0f} MiB", flush=True)
                rounds.append((events / raw, events / table_only, daily / raw, daily / table_only))
            xlsx = month(database, url, cookie, folder)
            greatest = peak(process)
    figure("export_events_of_copy", median([one[0] for one in rounds]), "×", "≤ 1.3")
    figure("export_events_of_copy_of_the_table", median([one[1] for one in rounds]), "×")
    figure("export_daily_of_copy", median([one[2] for one in rounds]), "×", "≤ 3")
    figure("export_daily_of_copy_of_the_table", median([one[3] for one in rounds]), "×")
    figure("export_xlsx_of_xlsxwriter", xlsx, "×", "≤ 1")
    figure("export_peak", greatest, "MiB", "< 200")


main()
