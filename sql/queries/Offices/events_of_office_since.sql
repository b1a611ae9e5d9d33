-- Of how many people an office has something to say from an instant on: a tap made, amended to or arriving since.
-- $1 office, $2 from
select count(distinct event.person_id)
  from event
 where event.office_id = $1::bigint
   and (event.at >= $2::timestamptz
        or (event.quarantine is not null and event.received_at >= $2::timestamptz)
        or exists (select from correction where correction.target_id = event.id and correction.new_at >= $2::timestamptz))
    or event.id in (select target_id from correction
                     where new_office_id = $1::bigint and coalesce(new_at, $2::timestamptz) >= $2::timestamptz)
