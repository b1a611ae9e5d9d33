"""the pages of HR with 10,000 people and their year, and Attendance again with work schedules"""

from datetime import date
import subprocess
import time

from harness import desktap, figure, median, postgres, server, settle, size
import schedules
from viewers import sign_in, tap
import year

ROUNDS = size("ROUNDS", 7)


def fetched(url, cookie, path):
    """The duration of a page in seconds, and its size in bytes."""
    start = time.monotonic()
    size = subprocess.run(
        ["curl", "-sSf", "-o", "/dev/null", "-w", "%{size_download}", "-H", f"Cookie: {cookie}", url + path], check=True,
        capture_output=True, text=True).stdout
    return time.monotonic() - start, int(size)


def seen(url, cookie, key, path):
    """The durations of the first look at a page and of later ones, in seconds."""
    settle()
    first, size = fetched(url, cookie, path)
    later = []
    for number in range(ROUNDS):
        # People go on tapping between two looks.
        for person in range(1, 6):
            tap(url, key, 100 * number + person, "start", f"1F-D{100 * number + person}")
        later.append(fetched(url, cookie, path)[0])
    print(f"  {path}: first {first:.2f} s, then {median(later):.2f} s, {size / 1000:.0f} kB", flush=True)
    return first, median(later)


def main():
    today = date.today()
    before = (today.replace(day=1).toordinal() - 1)
    last_month = date.fromordinal(before).strftime("%Y-%m")
    pages = {
        "month": "/hr", "last_month": f"/hr?month={last_month}", "charts": "/hr/charts", "held_taps": "/quarantine",
        "person": f"/people/user{year.PEOPLE // 2}", "calendar_of_person": f"/hr?open=user{year.PEOPLE // 2}"}
    with postgres(settings=year.BULK) as database:
        year.fill(database, year.this_week())
        # The database's own work after the bulk load.
        database.sql("checkpoint")
        key = desktap(database, "reader", "add", "bench")
        with server(database) as (url, _):
            cookie = sign_in(database, url)
            for name, path in pages.items():
                first, later = seen(url, cookie, key, path)
                figure(f"page_{name}_first", first, "s")
                figure(f"page_{name}", later, "s", "≤ 1" if name in ("month", "last_month", "charts") else None)
            # Again, next to the looks with schedules.
            without = {name: seen(url, cookie, key, pages[name])[1] for name in ("month", "last_month")}
            schedules.record(database, year.this_week())
            for name in without:
                first, later = seen(url, cookie, key, pages[name])
                figure(f"page_{name}_with_schedules_first", first, "s")
                figure(f"page_{name}_with_schedules_of_without", later / without[name], "×", "≤ 1.3")


main()
