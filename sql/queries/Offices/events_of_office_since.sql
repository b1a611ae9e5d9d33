-- The number of people with an event of an office since an instant: tapped since, moved there by a correction, or
-- quarantined and received since. Always one row. Each part finds its rows with an index of its own, because
-- the log is locked meanwhile.
-- :office      :since
select count(distinct found.person_id) as people
  from (select person_id from event where office_id = :office::bigint and at >= :since::timestamptz
        union all
        select person_id from event
         where office_id = :office::bigint and quarantine is not null and received_at >= :since::timestamptz
        union all
        select (select event.person_id from event where event.id = correction.target_id and event.office_id = :office::bigint)
          from correction where correction.new_at >= :since::timestamptz
        union all
        select (select event.person_id from event where event.id = correction.target_id)
          from correction
         where correction.new_office_id = :office::bigint
           and (correction.new_at is null or correction.new_at >= :since::timestamptz)) as found
