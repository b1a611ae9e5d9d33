-- The number of people with an event of an office since an instant: tapped since, moved there by a correction, or
-- quarantined and received since. Always one row.
-- :office      :since
select count(distinct event.person_id) as people
  from event
 where event.office_id = :office::bigint
   and (event.at >= :since::timestamptz
        or (event.quarantine is not null and event.received_at >= :since::timestamptz)
        or exists (select from correction
                    where correction.target_id = event.id and correction.new_at >= :since::timestamptz))
    or event.id in (select target_id from correction
                     where new_office_id = :office::bigint and coalesce(new_at, :since::timestamptz) >= :since::timestamptz)
