-- Corrections of these events, in the order in which they count.
-- $1 ids of events, uuid[]
select target_id, type, new_at, new_kind, new_office_id, sets_desk, desk
  from logged_correction where target_id = any($1::uuid[]) order by seq
