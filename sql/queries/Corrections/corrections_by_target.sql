-- The corrections of these events, in the order in which they apply.
-- :targets  ids of events
select target_id, type, new_at, new_kind, new_office_id, sets_desk, desk
  from logged_correction where target_id = any(:targets::uuid[]) order by seq
