-- Those of some people whose rows of some days can differ between two states of the log, in no order. Reads each person's part of
-- event_by_person and correction_by_new_at for these days, the later part of correction_by_person, all of it if offices are given,
-- and correction_by_target for single events.
-- :people      :from  a week before the days, because a session can begin before them      :to  the end of the days
-- :after  the number of the earlier state's latest record      :head  of the later one's
-- :until  the first instant from which no event can end a session of the days
-- :offices  those whose settings of the days differ
select person.id
  from unnest(:people::bigint[]) as person (id)
 cross join lateral (
     -- Events after the days matter only to a person who was not off at their end.
     select case when not exists (
                      select from correction
                       where correction.person_id = person.id and new_at >= :from::timestamptz and new_at < :to::timestamptz)
                  and coalesce(
                      (select event.kind = 'end' and event.quarantine is null
                              and not exists (select from correction where correction.target_id = event.id)
                         from event
                        where event.person_id = person.id and at >= :from::timestamptz and at < :to::timestamptz
                          and seq <= :after::bigint
                        order by at desc, event.kind = 'end' limit 1), true)
                 then :to::timestamptz else :until::timestamptz end as last
     offset 0
 ) as days
 where exists (select from event
                where event.person_id = person.id and at >= :from::timestamptz and at < days.last
                  and seq > :after::bigint and seq <= :head::bigint)
    -- A correction moves its event from its own time, or from that of an earlier correction.
    or exists (select from correction join event on event.id = correction.target_id
                where correction.person_id = person.id and correction.seq > :after::bigint and correction.seq <= :head::bigint
                  and (event.at >= :from::timestamptz and event.at < days.last
                       or exists (select from correction as other
                                   where other.target_id = event.id
                                     and other.new_at >= :from::timestamptz and other.new_at < days.last)))
    or (cardinality(:offices::bigint[]) > 0
        and (exists (select from event
                      where event.person_id = person.id and at >= :from::timestamptz and at < :until::timestamptz
                        and office_id = any(:offices::bigint[]))
             or exists (select from correction join event on event.id = correction.target_id
                         where correction.person_id = person.id
                           and (event.office_id = any(:offices::bigint[]) or new_office_id = any(:offices::bigint[])))))
