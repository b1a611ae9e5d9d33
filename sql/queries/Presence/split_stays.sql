-- Shortens stays at desks into which a start by somebody else falls: each begins anew with the stayer's next start there. A row
-- for everybody whose stay was shortened.
-- $1 offices bigint[], $2 desks text[], $3 instants of those starts timestamptz[]; the next starts: $4 people bigint[],
-- $5 timestamptz[]
update presence set desk_since = shorter.since
  from (select presence.person_id, max(split.next_at) as since
          from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::bigint[], $5::timestamptz[])
               as split (office, desk, at, person, next_at)
          join presence on presence.person_id = split.person
         where presence.office_id = split.office and presence.desk = split.desk
           and presence.desk_since <= split.at and presence.start_at >= split.next_at
         group by presence.person_id) as shorter
 where presence.person_id = shorter.person_id
returning presence.person_id
