"""A year of taps of all people, for benchmarks that read. SQL creates them in one or two minutes for 10,000 people."""

from datetime import date, timedelta
import time

import harness

PEOPLE = harness.size("PEOPLE", 10_000)
DAYS = 250

# No WAL for tables that are created in the transaction, and memory for building indexes.
BULK = ["wal_level = minimal", "max_wal_senders = 0", "maintenance_work_mem = '1GB'", "max_wal_size = '8GB'"]

# Drops the constraints and indexes of these tables, to restore them later. Foreign keys are restored without validation.
WITHOUT = """
create temporary table to_restore as
select format('alter table %s add constraint %I %s%s', conrelid::regclass, conname, pg_get_constraintdef(oid),
              case when contype = 'f' then ' not valid' else '' end) as command,
       format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop, contype = 'f' as is_last
  from pg_constraint
 where contype in ('p', 'u') and conrelid = any(array['log_record', 'log_place']::regclass[])
union all
select pg_get_indexdef(indexrelid), format('drop index %s', indexrelid::regclass), false
  from pg_index
 where indrelid = any(array['log_record', 'log_place']::regclass[])
   and not exists (select from pg_constraint where conindid = indexrelid);
do $$ declare one text; begin
    for one in select to_restore.drop from to_restore order by is_last desc loop execute one; end loop;
end $$;
"""

# Four taps on every working day of a year, in order of arrival: start, pause, start at the next desk, end. Half of the pauses
# and ends name a desk. One tap in 997 was quarantined, and one in 101 amended or voided.
FILL = f"""
begin;
set local session_replication_role = replica;
truncate log_record, log_place;
{WITHOUT}
create temporary view year as
select md5('tap ' || seq)::uuid as id, seq, person, kind, place, at
  from (select (day * 4 + tap.place) * {{people}}::bigint + turn + 1 as seq,
               1 + (turn * 7919 + day * 104729 + tap.place * 1299709) % {{people}} as person, tap.kind, tap.place,
               timestamptz '{{first_day}} 00:00Z'
                   + ((day / 5 * 7 + day % 5) * 86400000::bigint + tap.hour * 3600000 + turn * 3500000 / {{people}})
                   * interval '1 ms' as at
          from generate_series(0, {DAYS - 1}) as day
         cross join (values (0, 'start', 7), (1, 'pause', 11), (2, 'start', 12), (3, 'end', 16)) as tap (place, kind, hour)
         cross join generate_series(0::bigint, {{people}} - 1) as turn) as tap
 where at < now();
insert into log_record (id, seq, type, person_id, kind, at, at_sent, office_id, received_at, quarantine, client, salt, entry_hash,
                        time_commit, place_commit)
select id, seq, 'tap', person, kind, at, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"'), 1,
       at + interval '80 ms', case when seq % 997 = 0 then 'too_old' end, 'desktap-reader', sha256(int8send(seq)),
       sha256(int8send(seq)), sha256(int8send(seq)), sha256(int8send(seq))
  from year order by seq;
insert into log_place (seq, office_id, at, id, desk, salt)
select seq, 1, at, id, '1F-D' || 1 + (person + place) % {harness.PEOPLE}, sha256(int8send(-seq)) from year
 where kind = 'start' or seq % 2 = 0 order by seq;
insert into log_record (id, seq, type, target_id, person_id, author_id, reason, received_at, new_at, new_at_sent, salt, entry_hash,
                        time_commit)
select md5('correction ' || seq)::uuid, 1000000000 + seq, case when seq % 3 = 0 then 'void' else 'amend' end, id, person, 1,
       'It was otherwise', at + interval '1 day', case when seq % 3 > 0 then at + interval '3 minutes' end,
       case when seq % 3 > 0 then 'as said' end, sha256(int8send(seq)), sha256(int8send(seq)), ''
  from year where seq % 101 = 0 order by seq;
update log_head set (seq, hash) = (select seq, entry_hash from log_record order by seq desc limit 1);
do $$ declare one text; begin
    for one in select command from to_restore order by is_last loop execute one; end loop;
end $$;
commit;
"""


def this_week():
    """The Monday from which the year's last week is this one."""
    today = date.today()
    return today - timedelta(days=today.weekday(), weeks=DAYS // 5 - 1)


def fill(database, first_day=date(2025, 11, 24)):
    """Adds the people and their taps from a Monday until now. Prints and returns the number of events."""
    start = time.monotonic()
    database.sql(f"""
        insert into person (user_name, display_name, office_id)
            select 'user' || n, 'User ' || n, 1 from generate_series({harness.PEOPLE + 1}, {PEOPLE}) n;
        update person set role = 'hr' where user_name = 'user1'""")
    database.sql(FILL.replace("{people}", str(PEOPLE)).replace("{first_day}", str(first_day)))
    database.sql("vacuum (analyze, freeze)")
    events = int(database.sql("select count(*) from event"))
    print(f"  {PEOPLE} people, {events} events, created in {time.monotonic() - start:.0f} s", flush=True)
    return events
