-- Shortens each stay at a desk that contains another person's start: the stay then begins with the next start there.
-- Returns one row per person whose stay was shortened.
-- Arrays, one element per start of another person: :offices bigint[]  :desks text[]  :start_instants timestamptz[]
--   and the next start at the desk: :next_people bigint[]  :next_instants timestamptz[]
update presence set desk_since = shorter.since
  from (select presence.person_id, max(split.next_at) as since
          from unnest(:offices::bigint[], :desks::text[], :start_instants::timestamptz[], :next_people::bigint[],
                      :next_instants::timestamptz[])
               as split (office, desk, at, person, next_at)
          join presence on presence.person_id = split.person
         where presence.office_id = split.office and presence.desk = split.desk
           and presence.desk_since <= split.at and presence.start_at >= split.next_at
         group by presence.person_id) as shorter
 where presence.person_id = shorter.person_id
returning presence.person_id
