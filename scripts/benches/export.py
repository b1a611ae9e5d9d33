"""a year of everybody's events as CSV over HTTP, beside psql's COPY of the same; 'scripts/bench export 1000' takes 1,000 people"""

import os
import subprocess
import sys
import time

from harness import desktap, figure, median, postgres, server, settle
from live import sign_in
import year

PEOPLE = next((int(word) for word in sys.argv[1:] if word.isdigit()), 10_000)
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "3"))

# The same raw events as they are kept, to the cells that a spreadsheet would get of them: who, where and by which reader.
RAW = """\\copy (select event.seq, event.id, event.type, person.user_name, event.kind, event.at_sent, event.at, event.received_at,
office.name, event_place.desk, event.quarantine, event.reason, person.display_name, reader.name
from event join person on person.id = event.person_id join office on office.id = event.office_id
left join event_place on event_place.event_id = event.id left join reader on reader.id = event_place.reader_id)
to '/dev/null' (format csv, header)""".replace("\n", " ")
BARE = "\\copy (select * from event) to '/dev/null' (format csv, header)"


def copied(database, statement):
    """Seconds that psql takes."""
    start = time.monotonic()
    database.sql(statement)
    return time.monotonic() - start


def fetched(url, cookie, path):
    """Seconds and bytes of a download."""
    start = time.monotonic()
    out = subprocess.run(["curl", "-sSf", "-o", "/dev/null", "-w", "%{size_download}", "-H", f"Cookie: {cookie}", url + path],
                         check=True, capture_output=True, text=True).stdout
    return time.monotonic() - start, int(out)


def peak(process):
    """The greatest resident set of the server so far, in MiB."""
    with open(f"/proc/{process.pid}/status", encoding="utf-8") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024


def main():
    with postgres(settings=year.BULK) as database:
        year.fill(database, PEOPLE)
        with server(database) as (url, process):
            cookie = sign_in(database, url)
            rounds = []
            for _ in range(ROUNDS):
                settle()
                raw, bare = copied(database, RAW), copied(database, BARE)
                events, size = fetched(url, cookie, "/api/export/events.csv?from=2025-11-01&to=2026-11-30")
                print(f"  events {events:.1f} s, {size / 1e6:.0f} MB; COPY {raw:.1f} s, of the table alone {bare:.1f} s, "
                      f"server {peak(process):.0f} MiB", flush=True)
                rounds.append((events / raw, events / bare))
            greatest = peak(process)
    figure("export_events_of_copy", median([one[0] for one in rounds]), "×", "≤ 1.3")
    figure("export_events_of_copy_of_the_table", median([one[1] for one in rounds]), "×")
    figure("export_peak", greatest, "MiB", "< 200")


main()
