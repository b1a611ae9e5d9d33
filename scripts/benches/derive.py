"""a year of everybody's daily rows, beside psql's COPY of the same events; 'scripts/bench derive 1000' takes 1,000 people"""

import os
import subprocess
import sys
import threading
import time

import harness
from harness import DESKTAP, figure, median, postgres, settle

PEOPLE = next((int(word) for word in sys.argv[1:] if word.isdigit()), 10_000)
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "3"))
DAYS = 250

# Four taps on every working day of a year, in the order in which they came: start, pause, start again at the next desk, end. Half
# of the pauses and ends name a desk. Now and then one was put aside when it arrived, and one of a hundred was amended or voided.
FILL = f"""
set session_replication_role = replica;
insert into person (user_name, display_name, office_id) select 'user' || n, 'User ' || n, 1 from generate_series({harness.PEOPLE + 1}, {PEOPLE}) n;
update person set role = 'administrator' where user_name = 'user1';
insert into presence (person_id) select id from person on conflict do nothing;
alter table event_place drop constraint event_place_event_id_fkey;
alter table correction drop constraint correction_target_id_fkey;
alter table event drop constraint event_pkey, drop constraint event_seq_key;
alter table event_place drop constraint event_place_pkey;
drop index event_by_person, event_by_office, event_place_by_desk, event_quarantined;
create unlogged table year as
select gen_random_uuid() as id, row_number() over (order by at) as seq, person, kind, at, place
  from (select person.id as person, tap.kind, tap.place,
               timestamptz '2025-11-24 00:00Z' + make_interval(days => day / 5 * 7 + day % 5, hours => tap.hour,
                   secs => round(((hashint8(person.id * 1000003 + day * 4 + tap.place) & 1048575) / 300.0)::numeric, 3)::float8)
                   as at
          from generate_series(0, {DAYS - 1}) as day
         cross join person
         cross join (values (0, 'start', 7), (1, 'pause', 11), (2, 'start', 12), (3, 'end', 16)) as tap (place, kind, hour)
         where person.id <= {PEOPLE}) as tap;
insert into event (id, seq, type, person_id, kind, at, at_sent, office_id, received_at, quarantine, client, salt)
select id, seq, 'tap', person, kind, at, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"'), 1,
       at + interval '80 ms', case when seq % 997 = 0 then 'too_old' end, 'desktap-reader', sha256(int8send(seq))
  from year order by seq;
insert into event_place (event_id, desk, salt)
select id, '1F-D' || 1 + (person + place) % 2000, sha256(int8send(-seq)) from year
 where kind = 'start' or seq % 2 = 0 order by seq;
insert into correction (id, seq, type, target_id, person_id, author_id, reason, received_at, new_at, new_at_sent, salt)
select gen_random_uuid(), 1000000000 + seq, case when seq % 3 = 0 then 'void' else 'amend' end, id, person, 1, 'It was otherwise',
       at + interval '1 day', case when seq % 3 > 0 then at + interval '3 minutes' end, case when seq % 3 > 0 then 'as said' end,
       sha256(int8send(seq))
  from year where seq % 101 = 0;
drop table year;
alter table event add primary key (id), add unique (seq);
alter table event_place add primary key (event_id);
create index event_by_person on event (person_id, at);
create index event_by_office on event (office_id, at);
create index event_quarantined on event (person_id, received_at) where quarantine is not null;
create index event_place_by_desk on event_place (desk);
update log_head set seq = 2000000000;
"""

COLUMNS = "event.id, event.seq, type, person_id, kind, at, office_id, received_at, quarantine"
SAME = f"copy (select {COLUMNS}, desk from event left join event_place on event_place.event_id = event.id) to stdout"
BARE = f"copy (select {COLUMNS} from event) to stdout"


def copied(database, statement):
    """Seconds that psql takes."""
    start = time.monotonic()
    with open(os.devnull, "w", encoding="utf-8") as sink:
        subprocess.run(["psql", "-h", database.folder, "-U", "postgres", "-d", "desktap", "-qAtX", "-c", statement], check=True,
                       stdout=sink)
    return time.monotonic() - start


def derived(database):
    """Seconds, the greatest resident set in MiB, and the number of rows."""
    start = time.monotonic()
    process = subprocess.Popen(
        [DESKTAP, "export", "daily", "--from", "2025-11-01", "--to", "2026-11-30", "--as-of", "2026-12-01T00:00:00+00:00",
         "--as", "user1", "--purpose", "bench"],
        env={**os.environ, "DESKTAP_DATABASE": database.dsn}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    peak = [0]

    def watch():
        while process.poll() is None:
            try:
                with open(f"/proc/{process.pid}/status", encoding="utf-8") as status:
                    peak[0] = max([peak[0]] + [int(line.split()[1]) for line in status if line.startswith("VmHWM")])
            except OSError:
                return
            time.sleep(0.05)

    watcher = threading.Thread(target=watch)
    watcher.start()
    rows = -1
    while piece := process.stdout.read(1 << 20):
        rows += piece.count(b"\n")
    seconds = time.monotonic() - start
    watcher.join()
    if process.wait() != 0:
        raise SystemExit("bench: the export failed")
    return seconds, peak[0] / 1024, rows


def main():
    with postgres() as database:
        start = time.monotonic()
        database.sql(FILL)
        database.sql("vacuum analyze")
        events = int(database.sql("select count(*) from event"))
        print(f"  {PEOPLE} people, {events} events, made in {time.monotonic() - start:.0f} s", flush=True)
        rounds = []
        for _ in range(ROUNDS):
            settle()
            same, bare, (seconds, peak, rows) = copied(database, SAME), copied(database, BARE), derived(database)
            print(f"  {rows} rows in {seconds:.1f} s, {peak:.0f} MiB; COPY {same:.1f} s, without places {bare:.1f} s", flush=True)
            rounds.append((seconds / same, seconds / bare, peak))
    figure("derive_of_copy", median([one[0] for one in rounds]), "×", "≤ 2.5")
    figure("derive_of_copy_without_places", median([one[1] for one in rounds]), "×")
    figure("derive_peak", max(one[2] for one in rounds), "MiB", "< 200")


main()
