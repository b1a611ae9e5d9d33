-- These people's events that may matter in a period, ordered by person and instant: made in it, amended to it, or
-- quarantined and received in it.
-- :people   :from   :to  not included
select person_id, id, type, kind, at, office_id, received_at, quarantine, desk, has_place
  from logged_event
 where person_id = any(:people::bigint[]) and at >= :from::timestamptz and at < :to::timestamptz
union
select person_id, id, type, kind, at, office_id, received_at, quarantine, desk, has_place
  from logged_event
 where person_id = any(:people::bigint[]) and quarantine is not null
   and received_at >= :from::timestamptz and received_at < :to::timestamptz
union
select person_id, id, type, kind, at, office_id, received_at, quarantine, desk, has_place
  from logged_event
 where id in (select target_id from correction
               where person_id = any(:people::bigint[]) and new_at >= :from::timestamptz and new_at < :to::timestamptz)
 order by person_id, at
