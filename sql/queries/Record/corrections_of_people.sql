-- All corrections of these people's events, in the order in which they apply.
-- :people
select target_id, type, new_at, new_kind, new_office_id, sets_desk, desk
  from logged_correction where person_id = any(:people::bigint[]) order by seq
