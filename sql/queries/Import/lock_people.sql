-- Locks people before the first write: whoever changes an account locks the person first, then the head of the log.
-- Returns them as they are then, with the columns of people_to_import.
-- :people  their ids
select id, user_name, display_name, role, office_id, team_id, left_at is null as is_active
  from person where id = any(:people::bigint[]) order by id for no key update
