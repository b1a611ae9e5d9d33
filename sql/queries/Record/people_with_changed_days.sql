-- Those of some people whose rows of some days can differ between two records of the log, in no order. Reads each person's part
-- of event_by_person for these days, and the later part of correction_by_person.
-- :people      :after  the number of the earlier record      :head  of the later one
-- :from  a week before the days, because a session can begin before them      :to  the end of the days
-- :until  the first instant from which no event can end a session of the days
select person.id
  from unnest(:people::bigint[]) as person (id)
 where exists (select from correction
                where correction.person_id = person.id and seq > :after::bigint and seq <= :head::bigint)
    or exists (select from event
                where event.person_id = person.id and at >= :from::timestamptz and at < :to::timestamptz
                  and seq > :after::bigint and seq <= :head::bigint)
    -- A later event matters only to a person who was not off at the end of the days.
    or (exists (select from event
                 where event.person_id = person.id and at >= :to::timestamptz and at < :until::timestamptz
                   and seq > :after::bigint and seq <= :head::bigint)
        and (exists (select from correction
                      where correction.person_id = person.id and new_at >= :from::timestamptz and new_at < :to::timestamptz)
             or not coalesce(
                 (select event.kind = 'end' and event.quarantine is null
                         and not exists (select from correction where correction.target_id = event.id)
                    from event
                   where event.person_id = person.id and at >= :from::timestamptz and at < :to::timestamptz
                     and seq <= :after::bigint
                   order by at desc, event.kind = 'end' limit 1), true)))
