-- The latest instant of a person's events in an office that are due, with the instants to which they were amended, or null; and
-- whether the person has a legal hold. Always one row.
-- :office      :person      :before  the first instant that is kept
select (select max(greatest(event.at, (select max(new_at) from correction where correction.target_id = event.id)))
          from due_events(:office::bigint, :person::bigint, :before::timestamptz) as event) as at,
       is_held(:person::bigint) as is_held
