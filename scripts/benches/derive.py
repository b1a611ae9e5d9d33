"""daily rows of all people for a year, compared to psql's COPY of the same events"""

import os
import subprocess
import time

from harness import figure, measured, median, postgres, settle, size
import year

ROUNDS = size("ROUNDS", 3)

COLUMNS = ("event.id, event.seq, event.type, event.person_id, event.kind, event.at, event.office_id, event.received_at, "
           "event.quarantine")
ALL = f"copy (select {COLUMNS}, log_place.desk from event left join log_place on log_place.seq = event.seq) to stdout"
EVENTS_ONLY = f"copy (select {COLUMNS} from event) to stdout"


def copied(database, statement):
    """The duration of psql in seconds."""
    start = time.monotonic()
    with open(os.devnull, "w", encoding="utf-8") as sink:
        subprocess.run(["psql", "-h", database.folder, "-U", "postgres", "-d", "desktap", "-qAtX", "-c", statement], check=True,
                       stdout=sink)
    return time.monotonic() - start


def derived(database):
    """The duration in seconds, the peak resident set in MiB, and the number of rows with the header."""
    return measured(["export", "daily", "--from", "2025-11-01", "--to", "2026-11-30", "--as-of", "2026-12-01T00:00:00+00:00",
                     "--as", "user1", "--purpose", "bench"], {"DESKTAP_DATABASE": database.dsn})


def main():
    with postgres(settings=year.BULK) as database:
        year.fill(database)
        rounds = []
        for _ in range(ROUNDS):
            settle()
            full, partial, (seconds, peak, rows) = copied(database, ALL), copied(database, EVENTS_ONLY), derived(database)
            print(f"  {rows - 1} rows in {seconds:.1f} s, {peak:.0f} MiB; COPY {full:.1f} s, events {partial:.1f} s", flush=True)
            rounds.append((seconds / full, seconds / partial, peak))
    figure("derive_of_copy", median([one[0] for one in rounds]), "×", "≤ 2.5")
    figure("derive_of_copy_without_places", median([one[1] for one in rounds]), "×")
    figure("derive_peak", max(one[2] for one in rounds), "MiB", "< 200")


main()
