-- Locks people, and returns them as they then are, with the columns of people_to_import.
-- An import does this before it writes. Each other change of an account also locks the person first and the log second, so neither
-- waits for the other forever.
-- :people  their ids
select id, user_name, display_name, role, office_id, team_id, personnel_number, email, reading, first_day - date '1970-01-01' as first_day,
       last_day - date '1970-01-01' as last_day, left_at is null as is_active
  from person where id = any(:people::bigint[]) order by id for no key update
